import { useState } from 'react';
import type { Cart } from '#contract/visit.ts';
import { useLoadedVisit } from '../platform/use-visit.ts';

/** The cart of the page or that of the header, whichever came last. */
export function useLatestCart(loaded: Cart): Cart {
  const { cart: visited } = useLoadedVisit();
  const [known, setKnown] = useState({ loaded, visited, cart: loaded });
  if (known.loaded === loaded && known.visited === visited) return known.cart;
  const cart = known.loaded === loaded && visited !== null ? visited : loaded;
  setKnown({ loaded, visited, cart });
  return cart;
}
