import { redirect } from 'react-router';
import { refetchCart, type Cart } from './cart-store.ts';

// For client loaders (`clientLoader.hydrate = true`): the navigation rules of product.md 2.

/** Refetches the cart; an empty one sends to the concerts. */
export async function requireCart(): Promise<Cart> {
  const cart = await refetchCart({});
  if (cart.items.length === 0) throw redirect('/concerts/all');
  return cart;
}
