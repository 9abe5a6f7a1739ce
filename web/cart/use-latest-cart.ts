import { useState } from 'react';
import type { Cart } from '#contract/visit.ts';
import { useLoadedVisit } from '../platform/use-visit.ts';

/** The page's cart or the header's, whichever was loaded last. */
export function useLatestCart(loaded: Cart): Cart {
  const { cart: visited } = useLoadedVisit();
  const [known, setKnown] = useState({ loaded, visited, cart: loaded });
  if (known.loaded === loaded && known.visited === visited) return known.cart;
  const cart = known.loaded === loaded && visited !== null ? visited : loaded;
  setKnown({ loaded, visited, cart });
  return cart;
}
