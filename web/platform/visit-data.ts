import type { Cart, Flash, User } from '#contract/visit.ts';
import type { Route } from './+types/visit-data';
import { sessionEnded } from './session-ended.server.ts';
import { shopContext } from './shop-context.ts';

/** The visitor's data on hydrated pages. */
export interface VisitData {
  /** Of the cart; null before the first ticket. */
  sessionId: string | null;
  cart: Cart | null;
  /** Without the access token, which no script may read. */
  user: Omit<User, 'access_token'> | null;
  flash: Flash | null;
  /** The session has ended without a logout. */
  isSessionEnded: boolean;
}

/** Cart, user and message of the visitor, for the header (product.md 4). */
export async function loader({ context }: Route.LoaderArgs): Promise<VisitData> {
  const visit = context.get(shopContext);
  const [cart, user] = await Promise.all([visit.findCart(), visit.findUser()]);
  // a logout takes the hint along
  const isSessionEnded = visit.hint.isSignedIn && user === null;
  return {
    sessionId: visit.cartSession,
    cart,
    user: user && withoutToken(user),
    flash: visit.consumeFlash() ?? (isSessionEnded ? sessionEnded(visit.language) : null),
    isSessionEnded,
  };
}

let last: VisitData | null = null;

/** Without a network, or when the server fails, the header stays as it is. */
export async function clientLoader({ serverLoader }: Route.ClientLoaderArgs) {
  const found = await serverLoader().catch(() => null);
  last = found ?? (last && { ...last, flash: null, isSessionEnded: false });
  return last;
}

function withoutToken({ access_token: _token, ...user }: User): VisitData['user'] {
  return user;
}
