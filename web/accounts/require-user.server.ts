import { createContext, redirect, type RouterContextProvider } from 'react-router';
import type { User, Visit } from '#contract/visit.ts';
import { shopContext } from '../platform/shop-context.ts';

/** The signed-in user, in loaders and actions below the layout that asks for one (user-layout.tsx). */
export const userContext = createContext<User>();

/**
 * The signed-in user, read again from the database. Without one, redirects to the login and back. If the session has
 * ended, `visit.call` throws the redirect, with a message (product.md 4).
 */
export async function requireUser(visit: Visit, url: URL): Promise<User> {
  const { response, problem } = await visit.call('getMe', {});
  if (problem === null) return response.data;
  if (problem.status !== 401) throw Response.json(problem, { status: problem.status });
  throw redirect(`/auth/login?next=${encodeURIComponent(url.pathname + url.search)}`);
}

/** Asks for the user once a request, for all routes below. */
export async function provideUser(context: Readonly<RouterContextProvider>, url: URL) {
  context.set(userContext, await requireUser(context.get(shopContext), url));
}
