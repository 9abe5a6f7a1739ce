import { requireFilledCart } from '../cart/cart.server.ts';
import { redirect } from 'react-router';
import { deliveryMethods } from '#contract/codes.ts';
import { checkDetails } from '#contract/forms.ts';
import { problems, type ProblemDto } from '#contract/problems.ts';
import { checkoutTexts } from '#messages/checkout.ts';
import { pickTexts } from '#messages/define-texts.ts';
import { findOtherCustomer } from '../accounts/require-user.server.ts';
import { invalidForm, refuse } from '../forms/submit.server.ts';
import { readText } from '../forms/read-fields.ts';
import {
  CHECKOUT_PATH,
  DELIVERY_METHODS,
  readValues,
  toEntries,
  type DeliveryDetails,
} from './details-values.ts';
import { toPublicUser, type Visit } from '../platform/visit.ts';

/** Cart, saved details and countries; the customer without the access token. */
export async function loadCheckout(visit: Visit) {
  const cart = await requireFilledCart(visit);
  // before the user: an expired session redirects to the login, and does not turn a customer into a guest
  const details = await loadDetails(visit);
  const [user, countries] = await Promise.all([
    visit.findUser(),
    visit.read('country:list', undefined),
  ]);
  return { cart, user: user && toPublicUser(user), details, countries, loadedAt: Date.now() };
}

/** The saved details of the customer, otherwise of the cart; null when there are none. */
export const loadDetails = (visit: Visit): Promise<DeliveryDetails | null> =>
  visit.read('checkout:details', undefined);

/** `intent` of the form: `details` saves, `delivery` chooses, `login` signs in (product.md 4 and 5). */
export async function submitCheckout(visit: Visit, form: FormData) {
  const intent = readText(form, 'intent');
  if (intent === 'delivery') return await chooseDelivery(visit, form);
  return intent === 'login' ? await logIn(visit, form) : await saveDetails(visit, form);
}

async function saveDetails(visit: Visit, form: FormData) {
  // unlike findUser, redirects to the login when the session has ended: a customer must not become a guest unasked
  const { output: user } = await visit.tryRead('account:read', undefined);
  // the page's header has noticed the end of the session before its form
  if (form.has('customer') && user === null) throw visit.leaveForLogin();
  const otherCustomer = user && findOtherCustomer(visit, user, form);
  // the page shows the details of the signed-in customer instead
  if (otherCustomer !== null) return refuse('details', null, otherCustomer);
  const registers = readText(form, 'way') === 'register' && user === null;
  const rules = { emailRequired: user !== null || registers, registers };
  const values = readValues(form);
  const errors = checkDetails(values, rules, visit.language);
  if (Object.keys(errors).length > 0) return refuse('details', form, invalid(errors));
  const entries = toEntries(values, rules, visit.startCartSession());
  const { output, problem } = await visit.submit('checkout:save-details', entries, form);
  if (problem !== null) return refuse('details', form, atEmail(problem));
  if (output.user !== undefined) visit.signIn(output.user);
  const text = pickTexts(checkoutTexts, visit.language).saved;
  visit.setFlash({ kind: 'success', text, fades: true });
  throw redirect(`${CHECKOUT_PATH}#${DELIVERY_METHODS}`, 303);
}

/** An address that has an account is the field's problem. */
function atEmail(problem: ProblemDto): ProblemDto {
  if (problem.code !== 'email_taken') return problem;
  return { ...problem, errors: { email: problem.message } };
}

/** `stay`: the page stays until the buyer follows its link. */
async function chooseDelivery(visit: Visit, form: FormData) {
  const chosen = readText(form, 'deliveryMethod');
  const deliveryMethod = deliveryMethods.find((method) => method === chosen);
  if (deliveryMethod === undefined) {
    const { message } = problems.delivery_missing;
    return refuse('delivery', form, invalid({ deliveryMethod: message[visit.language] }));
  }
  const entries = { sessionId: visit.startCartSession(), deliveryMethod };
  const { output, problem } = await visit.submit('checkout:choose-delivery', entries);
  if (problem !== null) return refuse('delivery', form, problem);
  visit.setCart(output);
  if (form.has('stay')) return null;
  throw redirect('/ticketshop/payment', 303);
}

async function logIn(visit: Visit, form: FormData) {
  const entries = {
    email_address: readText(form, 'email_address').trim(),
    password: readText(form, 'password'),
  };
  const { output, problem } = await visit.submit('account:log-in', entries);
  if (problem !== null) {
    // somebody has signed in in another tab: the page has no login form any more
    const hasForm = (await visit.findUser()) === null;
    return hasForm
      ? refuse('login', form, problem)
      : refuse('details', null, { ...problem, errors: {} });
  }
  visit.signIn(output);
  throw redirect(CHECKOUT_PATH, 303);
}

/** All messages in one sentence, as the API formats them (product.md 8). */
const invalid = (errors: Partial<Record<string, string>>): ProblemDto =>
  invalidForm(Object.values(errors).join(' '), errors as ProblemDto['errors']);
