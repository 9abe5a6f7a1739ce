import { pickTexts } from '#messages/define-texts.ts';
import { cartTexts } from '#messages/cart.ts';
import { showAlertOnNextPage } from '../platform/alerts.ts';
import { takeEndedHold, type Cart } from '../platform/cart-store.ts';
import { requireCart } from '../platform/guards.ts';
import { documentLanguage } from '../platform/language.ts';

/** The guard of all three shop steps: an empty cart sends to the concerts, and says when a hold has ended. */
export async function requireFilledCart(): Promise<Cart> {
  try {
    return await requireCart();
  } catch (error) {
    if (error instanceof Response && takeEndedHold()) {
      showAlertOnNextPage('info', pickTexts(cartTexts, documentLanguage()).holdEnded);
    }
    throw error;
  }
}
