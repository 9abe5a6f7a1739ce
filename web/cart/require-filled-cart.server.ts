import { redirect } from 'react-router';
import type { Cart, Visit } from '#contract/visit.ts';
import { pickTexts } from '#messages/define-texts.ts';
import { cartTexts } from '#messages/cart.ts';

/**
 * The guard of the shop's steps, for their loaders: without tickets there is a redirect to the concerts, with a
 * message if the hold has expired (product.md 2).
 */
export async function requireFilledCart(visit: Visit): Promise<Cart> {
  const cart = await visit.findCart();
  if (cart !== null && cart.items.length > 0) return cart;
  if (visit.consumeEndedHold()) {
    const text = pickTexts(cartTexts, visit.language).holdEnded;
    visit.setFlash({ kind: 'info', text });
  }
  throw redirect('/concerts/all');
}
