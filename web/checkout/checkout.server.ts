import { requireFilledCart } from '../cart/cart.server.ts';
import { data, redirectDocument } from 'react-router';
import { deliveryMethods } from '#contract/codes.ts';
import { problems, type ProblemDto } from '#contract/problems.ts';
import { checkoutTexts } from '#messages/checkout.ts';
import { pickTexts } from '#messages/define-texts.ts';
import { findOtherCustomer } from '../accounts/require-user.server.ts';
import { endForm, onceByKey } from '../forms/submit.server.ts';
import { readText } from '../forms/read-fields.ts';
import {
  CHECKOUT_PATH,
  DELIVERY_METHODS,
  checkDetails,
  readValues,
  startValues,
  toBody,
  type CheckoutUser,
  type DeliveryDetails,
  type CheckoutMode,
  type DetailsValues,
} from './details-values.ts';
import type { Visit } from '../platform/visit.ts';

/** Cart, saved details and countries; the customer without the access token. */
export async function loadCheckout(visit: Visit) {
  const cart = await requireFilledCart(visit);
  // before the user: an expired session redirects to the login, and does not turn a customer into a guest
  const details = await loadDetails(visit);
  const [user, countries] = await Promise.all([
    findCheckoutUser(visit),
    visit.load('listCountries', {}),
  ]);
  return {
    cart,
    user,
    details,
    countries: countries.data,
    formKey: crypto.randomUUID(),
    loadedAt: Date.now(),
  };
}

/** The signed-in customer without the access token; null for a guest. */
async function findCheckoutUser(visit: Visit): Promise<CheckoutUser | null> {
  const user = await visit.findUser();
  if (user === null) return null;
  const { first_name, last_name, email } = user.user_data;
  return { id: user.id, first_name, last_name, email };
}

/** The saved details of the customer, otherwise of the cart; null when there are none. */
export async function loadDetails(visit: Visit): Promise<DeliveryDetails | null> {
  return (await visit.load('getDeliveryDetails', {})).data;
}

/** The result of an action; `problem` is null after success. */
export interface CheckoutResponse {
  problem: ProblemDto | null;
  /** Without scripts: the refused form and its values, without passwords. */
  refused?: { intent: string; way: CheckoutMode; values: DetailsValues; login: string };
}

/** `intent` of the form: `details` saves, `delivery` chooses, `login` signs in (product.md 4 and 5). */
export async function submitCheckout(visit: Visit, form: FormData) {
  const intent = readText(form, 'intent');
  if (intent === 'delivery') return await chooseDelivery(visit, form);
  return intent === 'login' ? await logIn(visit, form) : await saveDetails(visit, form);
}

async function saveDetails(visit: Visit, form: FormData) {
  const isRegistering = readText(form, 'way') === 'register';
  // unlike findUser, redirects to the login when the session has ended: a customer must not become a guest unasked
  const { response: me } = await visit.call('getMe', {});
  const isSignedIn = me !== null;
  // the page's header has noticed the end of the session before its form
  const isCustomer = readText(form, 'customer') !== '';
  if (isCustomer && !isSignedIn) throw visit.leaveForLogin();
  const otherCustomer = isSignedIn ? findOtherCustomer(visit, me.data, form) : null;
  if (otherCustomer !== null) return await showOwnDetails(visit, form, otherCustomer);
  const registers = isRegistering && !isSignedIn;
  const rules = { emailRequired: isSignedIn || registers, registers };
  const values = readValues(form);
  const errors = checkDetails(values, rules, visit.language);
  if (Object.keys(errors).length > 0) return refuse(form, invalid(errors));
  const body = toBody(values, rules, visit.startCartSession());
  const { response, problem } = await visit.call('saveDeliveryDetails', { body }, onceByKey(form));
  if (problem !== null) return refuse(form, atEmail(problem));
  if (response.user !== undefined) visit.signIn(response.user);
  const text = pickTexts(checkoutTexts, visit.language).saved;
  const flash = { kind: 'success', text, fades: true } as const;
  return endForm(visit, form, { to: `${CHECKOUT_PATH}#${DELIVERY_METHODS}`, flash, result: done });
}

/** Shows the details of the signed-in customer instead of those that another one has typed. */
async function showOwnDetails(visit: Visit, form: FormData, problem: ProblemDto) {
  if (readText(form, 'hydrated') !== '') {
    // the whole page is that of the other customer
    visit.setFlash({ kind: 'danger', text: problem.message });
    throw redirectDocument(CHECKOUT_PATH, 303);
  }
  const [details, user] = await Promise.all([loadDetails(visit), findCheckoutUser(visit)]);
  const { values } = startValues(details, null, user);
  const refused = { intent: 'details', way: 'guest' as const, values, login: '' };
  return data<CheckoutResponse>({ problem, refused }, { status: problem.status });
}

/** An address that has an account is the field's problem. */
function atEmail(problem: ProblemDto): ProblemDto {
  if (problem.code !== 'email_taken') return problem;
  return { ...problem, errors: { email: problem.message } };
}

async function chooseDelivery(visit: Visit, form: FormData) {
  const chosen = readText(form, 'deliveryMethod');
  const deliveryMethod = deliveryMethods.find((method) => method === chosen);
  if (deliveryMethod === undefined) {
    const { message } = problems.delivery_missing;
    return refuse(form, invalid({ deliveryMethod: message[visit.language] }));
  }
  const sessionId = visit.startCartSession();
  const input = { params: { sessionId }, body: { sessionId, deliveryMethod } };
  const { response, problem } = await visit.call('chooseDelivery', input);
  if (problem !== null) return refuse(form, problem);
  visit.setCart(response.data);
  return endForm(visit, form, { to: '/ticketshop/payment', result: done });
}

async function logIn(visit: Visit, form: FormData) {
  const body = {
    email_address: readText(form, 'email_address').trim(),
    password: readText(form, 'password'),
  };
  const { response, problem } = await visit.call('login', { body });
  if (problem !== null) {
    // somebody has signed in in another tab: the page has no login form any more
    const hasForm = (await visit.findUser()) === null;
    return hasForm
      ? refuse(form, problem)
      : showOwnDetails(visit, form, { ...problem, errors: {} });
  }
  visit.signIn(response.data);
  return endForm(visit, form, { to: CHECKOUT_PATH, result: done });
}

const done: CheckoutResponse = { problem: null };

/** All messages in one sentence, as the API formats them (product.md 8). */
function invalid(errors: Partial<Record<string, string>>): ProblemDto {
  const known = Object.entries(errors).flatMap(([name, text]) => (text ? [[name, text]] : []));
  const message = known.map(([, text]) => text).join(' ');
  return { code: 'invalid', status: 422, message, errors: Object.fromEntries(known) };
}

function refuse(form: FormData, problem: ProblemDto) {
  const way = readText(form, 'way') === 'register' ? 'register' : 'guest';
  const intent = readText(form, 'intent');
  const refused = {
    intent,
    way: intent === 'login' ? ('login' as const) : way,
    values: { ...readValues(form), password: '', password_confirmation: '' },
    login: readText(form, 'email_address'),
  } satisfies CheckoutResponse['refused'];
  return data<CheckoutResponse>({ problem, refused }, { status: problem.status });
}
