import { createContext, redirect, type RouterContextProvider } from 'react-router';
import type { ProblemDto } from '#contract/problems.ts';
import { otherCustomerTexts } from '#messages/accounts.ts';
import { pickTexts } from '#messages/define-texts.ts';
import { readText } from '../forms/read-fields.ts';
import { shopContext, type Visit, type User } from '../platform/visit.ts';

/**
 * The signed-in user, in loaders and actions below the layout that asks for one (user-layout.tsx). Throws a Response.
 */
export const userContext = createContext<() => User>();

/** The part of a request that `requireUser` reads: whether a form was sent, and the page to return to. */
interface PageRequest {
  method: string;
  url: URL;
}

/**
 * The signed-in user, read again from the database. Without one, redirects to the login and back. If the session has
 * ended, there is a message (product.md 4): `visit.tryRead` sees it by the token that is no longer valid. A form of these
 * pages without a token gets the same message: a concurrent load has noticed the end first.
 */
export async function requireUser(visit: Visit, { method, url }: PageRequest): Promise<User> {
  const { output, problem } = await visit.tryRead('account:read', undefined);
  if (problem === null) return output;
  if (problem.status !== 401) throw Response.json(problem, { status: problem.status });
  if (method !== 'GET') throw visit.leaveForLogin();
  throw redirect(`/auth/login?next=${encodeURIComponent(url.pathname + url.search)}`, 302);
}

/**
 * Loads the user once per request, for all routes below. A redirect happens at once; a failure is thrown by their
 * loaders and actions, because a page that reports a failure of the middleware has neither the visitor's language nor a
 * footer.
 */
export async function provideUser(context: Readonly<RouterContextProvider>, page: PageRequest) {
  try {
    const user = await requireUser(context.get(shopContext), page);
    context.set(userContext, () => user);
  } catch (error) {
    if (!(error instanceof Response) || error.status < 400) throw error;
    context.set(userContext, () => {
      throw error.clone();
    });
  }
}

/**
 * The problem of a form whose field `customer` is the id of another customer: somebody else has signed in since the
 * page was loaded, in another tab. Its entries must not become those of the signed-in one. Null for the same customer
 * and for a form without the field.
 */
export function findOtherCustomer(visit: Visit, user: User, form: FormData): ProblemDto | null {
  const customer = readText(form, 'customer');
  if (customer === '' || customer === String(user.id)) return null;
  const { signedIn } = pickTexts(otherCustomerTexts, visit.language);
  return { code: 'invalid', status: 409, message: signedIn, errors: {} };
}
