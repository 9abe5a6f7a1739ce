import type { Visit } from '#contract/visit.ts';
import type { CheckoutUser, DeliveryDetails } from './details-values.ts';
import { requireFilledCart } from '../cart/require-filled-cart.server.ts';

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
export async function findCheckoutUser(visit: Visit): Promise<CheckoutUser | null> {
  const user = await visit.findUser();
  if (user === null) return null;
  const { first_name, last_name, email } = user.user_data;
  return { id: user.id, first_name, last_name, email };
}

/** The saved details of the customer, otherwise of the cart; null when there are none. */
export async function loadDetails(visit: Visit): Promise<DeliveryDetails | null> {
  return (await visit.load('getDeliveryDetails', {})).data;
}
