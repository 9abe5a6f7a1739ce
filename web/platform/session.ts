import type { ResponseOf } from '#contract/endpoints.ts';
import { newId } from './new-id.ts';
import { createStore, useStore } from './store.ts';
import { SESSION_ID } from './stored-names.ts';

/** The signed-in user with the bearer token (api.md, Accounts). */
export type User = ResponseOf<'getMe'>['data'];

/** Name in local storage (product.md 9). */
const USER_KEY = 'user';

const users = createStore<User | null>(readUser());

/** The user in this browser; null when nobody is signed in. */
export const getUser = () => users.get();

/** The user in this browser, watched; null also on the server. */
export const useUser = () => useStore(users, null);

/** Signs the user in, or out with null, in every tab. */
export function setUser(user: User | null): void {
  if (user === null) storage()?.removeItem(USER_KEY);
  else storage()?.setItem(USER_KEY, JSON.stringify(user));
  users.set(user);
}

/** The cart session's id, made at the first visit. */
export function getSessionId(): string {
  const known = storage()?.getItem(SESSION_ID) ?? fallbackSessionId;
  if (known !== null) return known;
  fallbackSessionId = newId();
  storage()?.setItem(SESSION_ID, fallbackSessionId);
  return fallbackSessionId;
}

/** For browsers that refuse local storage: the session lives as long as the page. */
let fallbackSessionId: string | null = null;

function readUser(): User | null {
  try {
    return JSON.parse(storage()?.getItem(USER_KEY) ?? 'null') as User | null;
  } catch {
    return null;
  }
}

function storage(): Storage | undefined {
  try {
    return typeof window === 'undefined' ? undefined : window.localStorage;
  } catch {
    return undefined;
  }
}

/** Another tab signed in or out, or this page came back from the back/forward cache. */
export function watchOtherTabs(): () => void {
  window.addEventListener('storage', reread);
  window.addEventListener('pageshow', reread);
  return () => {
    window.removeEventListener('storage', reread);
    window.removeEventListener('pageshow', reread);
  };
}

function reread(event: Event): void {
  if (event instanceof StorageEvent && event.key !== USER_KEY && event.key !== null) return;
  const stored = readUser();
  if (JSON.stringify(stored) !== JSON.stringify(users.get())) users.set(stored);
}
