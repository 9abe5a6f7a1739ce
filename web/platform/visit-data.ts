import type { Flash } from '#contract/visit.ts';
import type { Route } from './+types/visit-data';
import { toPublicUser, shopContext, type PublicUser, type Cart } from './visit.ts';
import type { Language } from '#contract/language.ts';
import { sessionTexts } from '#messages/accounts.ts';
import { pickTexts } from '#messages/define-texts.ts';

/** The visitor's data on hydrated pages. */
export interface VisitData {
  /** The cart's session; null before the first ticket. */
  sessionId: string | null;
  cart: Cart | null;
  user: PublicUser | null;
  /** The message that the session has ended without a logout. */
  sessionEnded: Flash | null;
}

/** Cart and user of the visitor, for the header (product.md 4). */
export async function loader({ context }: Route.LoaderArgs): Promise<VisitData> {
  const visit = context.get(shopContext);
  const [cart, user] = await Promise.all([visit.findCart(), visit.findUser()]);
  return {
    sessionId: visit.cartSession,
    cart,
    user: user && toPublicUser(user),
    // a logout deletes the hint, too
    sessionEnded: visit.hint.isSignedIn && user === null ? sessionEnded(visit.language) : null,
  };
}

let last: VisitData | null = null;

/** Without a network, or when the server fails, the header stays as it is. */
export async function clientLoader({ serverLoader }: Route.ClientLoaderArgs) {
  const found = await serverLoader().catch(() => null);
  last = found ?? (last && { ...last, sessionEnded: null });
  return last;
}

/** The message that the session has ended without a logout (product.md 4). */
function sessionEnded(language: Language): Flash {
  return { kind: 'info', text: pickTexts(sessionTexts, language).sessionEnded };
}
