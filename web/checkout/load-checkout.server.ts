import type { Visit } from '#contract/visit.ts';
import { newId } from '../platform/new-id.ts';
import type { CheckoutUser } from './delivery-values.ts';
import { loadDetails } from './load-details.server.ts';
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
