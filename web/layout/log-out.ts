import { api } from '../platform/api.ts';
import { dropKeptWithCart } from '../platform/kept-with-cart.ts';
import { getUser, setUser } from '../platform/session.ts';

/** Ends the session on the server and forgets the user here, even if the server does not answer. */
export async function logOut(): Promise<void> {
  if (getUser() === null) return;
  const ended = api.call('logout', undefined, { ownStatuses: true }).catch(() => undefined);
  setUser(null);
  dropKeptWithCart();
  await ended;
}
