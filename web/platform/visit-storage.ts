// Copies for other tabs in local storage (product.md 9), written by pages. The cookies are authoritative.
import { withStorage } from './store.ts';
import type { PublicUser } from './visit.ts';
import type { VisitData } from './visit-data.ts';

const SESSION_ID = 'ticketShopSessionId';
/** Item of the local storage: the signed-in user. */
export const USER = 'user';
/** Items of the session storage start with this: the typed text of a page (web/forms/restore-entries.ts). */
export const TYPED_TEXT_PREFIX = 'typed-';

const withLocalStorage = <Result>(use: (storage: Storage) => Result) =>
  withStorage('localStorage', use);

/** Whether this browser had a cart or a user on its last visit. */
export const hasStoredVisit = (): boolean =>
  withLocalStorage((storage) => storage.getItem(SESSION_ID) ?? storage.getItem(USER)) !== null;

/** Stores the session id and the user; other tabs get a change of them as a `storage` event. */
export function saveVisit({ sessionId, user, cart }: VisitData): void {
  withLocalStorage((storage) => {
    // nothing of a guest outlives the cart
    if (!cart?.items.length) sessionStorage.removeItem(`${TYPED_TEXT_PREFIX}checkout`);
    if (sessionId !== null) storage.setItem(SESSION_ID, sessionId);
    if (user !== null) storage.setItem(USER, JSON.stringify(toCopy(user)));
    else storage.removeItem(USER);
  });
}

/** The user with the names of product.md 3. */
const toCopy = ({ id, detailsId, firstName, lastName, pendingEmail, ...user }: PublicUser) => ({
  id,
  user_data: {
    master_data_id: detailsId,
    first_name: firstName,
    last_name: lastName,
    email: user.email,
    email_pending: pendingEmail,
    email_verified_at: user.emailVerifiedAt,
    language: user.language,
  },
});

/** Notifies other tabs that this one has changed the cart. */
export function announceCartChange(): void {
  withLocalStorage((storage) => {
    const sessionId = storage.getItem(SESSION_ID);
    storage.removeItem(SESSION_ID);
    if (sessionId !== null) storage.setItem(SESSION_ID, sessionId);
  });
}

/** Calls `onChange` when another tab changes the cart or signs in or out. */
export function watchStoredVisit(onChange: () => void): () => void {
  const onStorage = ({ key, newValue }: StorageEvent) => {
    if (key === null || key === USER || (key === SESSION_ID && newValue !== null)) onChange();
  };
  window.addEventListener('storage', onStorage);
  return () => window.removeEventListener('storage', onStorage);
}
