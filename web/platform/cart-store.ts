import { CART_REFETCH_MS } from '#contract/constants.ts';
import type { ResponseOf, Sent } from '#contract/endpoints.ts';
import type { CallOptions } from './api-client.ts';
import { api } from './api.ts';
import { dropKeptWithCart } from './kept-with-cart.ts';
import { getSessionId } from './session.ts';
import { createStore, useStore } from './store.ts';

/** The cart as the server knows it (api.md, Cart). */
export type Cart = ResponseOf<'getCart'>['data'];

/** Tickets of one call: at least one of a product's variations. */
export type TicketChoice = { productId: number; id: number; quantity: number };

const carts = createStore<Cart | null>(null);

/** The server's cart; null until it has been fetched. */
export const useCart = () => useStore(carts, null);
export const getCart = () => carts.get();

/** How many changes of the cart have been answered. */
let changes = 0;

/** Takes over the cart of the answer to a change, so that header and page show the same. */
export function setCart(cart: Cart): void {
  changes += 1;
  show(cart);
}

function show(cart: Cart): void {
  if (cart.items.length === 0) dropKeptWithCart();
  watchHoldEnd(cart);
  carts.set(cart);
}

/** End of the last hold this page knew, in ms; null when it was given up before its end. */
let holdEnd: number | null = null;

function watchHoldEnd(cart: Cart): void {
  if (cart.expires_at !== null) holdEnd = new Date(cart.expires_at).getTime();
  else if (holdEnd !== null && Date.now() < holdEnd) holdEnd = null;
}

/** Whether the cart is empty because its hold has ended; true once, then it has been said. */
export function takeEndedHold(): boolean {
  const ended = holdEnd !== null && Date.now() >= holdEnd;
  if (ended) holdEnd = null;
  return ended;
}

/** Fetches of the cart that are not answered yet. */
let underWay = 0;

/** Runs without network while a payment is in hand (clarifications.md, Pages). */
let paused = 0;

/**
 * Fetches the cart anew. Failures are the caller's: the header ignores them, a payment in hand must not be
 * left; the shop's guard goes by the generic rules, `{}`. An answer that was on its way while the cart was
 * changed may be older than the change, and is not shown.
 */
export async function refetchCart(options: CallOptions = { ownStatuses: true }): Promise<Cart> {
  const input = { params: { sessionId: getSessionId() } };
  const before = changes;
  underWay += 1;
  const { data } = await api.call('getCart', input, options).finally(() => (underWay -= 1));
  const known = getCart();
  if (changes !== before && known !== null) return known;
  show(data);
  return data;
}

/** Adds tickets and so holds them; fails with `ApiError` 409 (too few left) or 422. */
export async function addToCart(items: TicketChoice[], idempotencyKey: string): Promise<Cart> {
  const body: Sent<'addToCart'>['body'] = { sessionId: getSessionId(), items };
  const { data } = await api.call('addToCart', { body }, { idempotencyKey });
  setCart(data);
  return data;
}

/** Stops the 60-second refetch until the returned function is called. */
export function pauseCartRefetch(): () => void {
  paused += 1;
  return () => {
    paused -= 1;
  };
}

/** The header's clock: now, every 60 seconds, and when the page comes back from the cache. */
export function startCartRefetch(): () => void {
  const onPageShow = (event: PageTransitionEvent) => {
    if (event.persisted) refetchQuietly();
  };
  refetchQuietly();
  const timer = setInterval(refetchQuietly, CART_REFETCH_MS);
  window.addEventListener('pageshow', onPageShow);
  return () => {
    clearInterval(timer);
    window.removeEventListener('pageshow', onPageShow);
  };
}

/** A page that has just asked for the cart itself needs no second answer. */
function refetchQuietly(): void {
  if (paused === 0 && underWay === 0) refetchCart().catch(() => undefined);
}
