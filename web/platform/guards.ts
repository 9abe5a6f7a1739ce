import { redirect } from 'react-router';
import { pickTexts } from '#messages/define-texts.ts';
import { platformTexts } from '#messages/platform.ts';
import { showAlertOnNextPage } from './alerts.ts';
import { api } from './api.ts';
import { ApiError } from './api-error.ts';
import { refetchCart, type Cart } from './cart-store.ts';
import { documentLanguage } from './language.ts';
import { getUser, setUser, type User } from './session.ts';

// For client loaders (`clientLoader.hydrate = true`): the navigation rules of product.md 2.

/** No session, or no longer: the guard itself knows the way on. */
const ENDED: readonly number[] = [401, 419];

/** Refreshes the user from the server; nobody signed in, or no longer, goes to Login and back. */
export async function requireUser(url: URL): Promise<User> {
  if (getUser() === null) throw toLogin(url);
  try {
    const { data } = await api.call('getMe', undefined, { ownStatuses: ENDED });
    setUser(data);
    return data;
  } catch (error) {
    if (error instanceof ApiError && ENDED.includes(error.status)) {
      setUser(null);
      showAlertOnNextPage('info', pickTexts(platformTexts, documentLanguage()).sessionEnded);
      throw toLogin(url);
    }
    const stored = getUser();
    if (stored === null) throw toLogin(url);
    return stored;
  }
}

/** Refetches the cart; an empty one sends to the concerts. */
export async function requireCart(): Promise<Cart> {
  const cart = await refetchCart({});
  if (cart.items.length === 0) throw redirect('/concerts/all');
  return cart;
}

/** Where to go after login: a path of this site, or the personal area. */
export function nextPath(search: URLSearchParams): string {
  const next = search.get('next') ?? '';
  return /^\/(?![/\\])/.test(next) ? next : '/user';
}

/** The address of a page on the way to the login, or of the login itself, that goes on to the same path. */
export function goingOn(path: string, search: URLSearchParams): string {
  const next = search.get('next');
  if (next === null) return path;
  return `${path}${path.includes('?') ? '&' : '?'}next=${encodeURIComponent(next)}`;
}

const toLogin = (url: URL) =>
  redirect(`/auth/login?next=${encodeURIComponent(url.pathname + url.search)}`);
