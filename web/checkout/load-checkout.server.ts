import type { Visit } from '#contract/visit.ts';
import { newId } from '../platform/new-id.ts';
import type { CheckoutUser, DeliveryDetails } from './delivery-values.ts';
import { requireFilledCart } from '../cart/require-filled-cart.server.ts';

/** Cart, saved details and countries; the customer without the access token. */
export async function loadCheckout(visit: Visit) {
  const cart = await requireFilledCart(visit);
  const [user, details, countries] = await Promise.all([
    findCheckoutUser(visit),
    loadDetails(visit),
    visit.load('listCountries', {}),
  ]);
  return { cart, user, details, countries: countries.data, formKey: newId(), loadedAt: Date.now() };
}

async function findCheckoutUser(visit: Visit): Promise<CheckoutUser | null> {
  const user = await visit.findUser();
  if (user === null) return null;
  const { first_name, last_name, email } = user.user_data;
  return { id: user.id, first_name, last_name, email };
}

/** The saved details of the customer, otherwise of the cart; null when there are none. */
export async function loadDetails(visit: Visit): Promise<DeliveryDetails | null> {
  // a session that has ended is no reason to send a guest to the login
  await visit.findUser();
  const { response, problem } = await visit.call('getDeliveryDetails', {});
  if (problem?.code === 'unauthorized') return null;
  return response === null ? (await visit.load('getDeliveryDetails', {})).data : response.data;
}
