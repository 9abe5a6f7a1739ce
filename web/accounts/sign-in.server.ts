import {
  createContext,
  redirect,
  redirectDocument,
  type RouterContextProvider,
} from 'react-router';
import { accountTexts } from '#messages/accounts.ts';
import { pickTexts } from '#messages/define-texts.ts';
import { onceByKey, refillForm, SAME_FORM_SECONDS } from '../forms/submit.server.ts';
import { readFields, readText } from '../forms/read-fields.ts';
import { shopContext, type Visit } from '../platform/visit.ts';
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

/** Logs in and redirects; 401 and 422 return the e-mail as typed. */
export async function submitLogin(visit: Visit, form: FormData, url: URL) {
  const email_address = readText(form, 'email_address');
  const body = { email_address, password: readText(form, 'password') };
  const { response, problem } = await visit.call('login', { body });
  if (problem !== null) return refillForm(problem, { email_address });
  visit.signIn(response.data);
  throw redirectToNext(url, 303);
}

/** Requests a link that resets the password; the response is the same for known and unknown addresses. */
export async function requestResetLink(visit: Visit, form: FormData) {
  const email_address = readText(form, 'email_address');
  // a double press sends one mail
  const once = { withinSeconds: SAME_FORM_SECONDS };
  const { problem } = await visit.call('forgotPassword', { body: { email_address } }, once);
  return problem === null ? { isLinkSent: true } : refillForm(problem, { email_address });
}

/** Creates the account, signs in and redirects. */
export async function submitRegistration(visit: Visit, form: FormData, url: URL) {
  const values = readFields(form, ['first_name', 'last_name', 'email_address']);
  const body = { ...values, ...readFields(form, ['password', 'password_confirmation']) };
  const { response, problem } = await visit.call('register', { body }, onceByKey(form));
  if (problem?.code === 'email_taken') {
    const { emailTaken } = pickTexts(accountTexts, visit.language);
    return refillForm({ ...problem, errors: { email_address: emailTaken } }, values);
  }
  if (problem !== null) return refillForm(problem, values);
  visit.signIn(response.user);
  throw redirectToNext(url, 303);
}

function redirectToNext({ searchParams }: URL, status: 302 | 303): Response {
  const path = nextPath(searchParams);
  return (LOADED_WHOLE.test(path) ? redirectDocument : redirect)(path, status);
}
