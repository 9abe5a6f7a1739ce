import {
  createContext,
  redirect,
  redirectDocument,
  type RouterContextProvider,
} from 'react-router';
import { shopContext } from '../platform/visit.ts';
import { nextPath } from './account-screen.tsx';

/** Pages with a Content-Security-Policy or Referrer-Policy of their own (product.md 2). */
const LOADED_WHOLE =
  /^\/(?:ticketshop\/(?:payment|order-confirmation)|newsletter-preferences|verify-email|auth\/reset-password)(?:[/?#]|$)/;

/** Whether an action has run in this request: the loaders that follow it get a GET without its form. */
export const hasActedContext = createContext(false);

/**
 * Redirects a signed-in user from Login or Register to the personal area, or to the next path (product.md 2, Navigation
 * rules); not after a form of the page, whose response would be lost.
 */
export async function leaveWhenSignedIn(
  context: Readonly<RouterContextProvider>,
  url: URL,
): Promise<void> {
  if (context.get(hasActedContext)) return;
  if ((await context.get(shopContext).findUser()) !== null) throw redirectToNext(url, 302);
}

/** Redirects to the page that asked for the login, or to the personal area. */
export function redirectToNext({ searchParams }: URL, status: 302 | 303): Response {
  const path = nextPath(searchParams);
  return (LOADED_WHOLE.test(path) ? redirectDocument : redirect)(path, status);
}
