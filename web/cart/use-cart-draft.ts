import { useState } from 'react';
import { cartTexts } from '#messages/cart.ts';
import { showFadingSuccess } from '../platform/alerts.ts';
import { api } from '../platform/api.ts';
import { setCart, type Cart, type TicketChoice } from '../platform/cart-store.ts';
import { findFreeTickets, isRefusal } from '../platform/free-tickets.ts';
import { useTexts } from '../platform/language.ts';
import { getSessionId } from '../platform/session.ts';
import { changedLines, possibleQuantities, type DraftQuantities } from './cart-draft.ts';

/** What the server said of lines it refused (6104), and what they could be set to. */
export interface Rejection {
  message: string;
  possible: Readonly<Record<number, number>>;
}

export interface CartDraft {
  quantities: DraftQuantities;
  /** The local cart differs from the server's copy. */
  differs: boolean;
  busy: boolean;
  rejection: Rejection | null;
  /** A failure that belongs to no line. */
  failure: string | null;
  set: (ticketType: number, quantity: number) => void;
  /** Sends what differs; true when the server took it. */
  update: () => Promise<boolean>;
  /** Takes lines out at once. */
  remove: (lines: TicketChoice[]) => Promise<boolean>;
}

/** The local cart: quantities set here stay until the server has taken them (product.md 2). */
export function useCartDraft(cart: Cart): CartDraft {
  const [quantities, setQuantities] = useState<DraftQuantities>({});
  const [rejection, setRejection] = useState<Rejection | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const texts = useTexts(cartTexts);
  const lines = changedLines(cart, quantities);

  const send = async (items: TicketChoice[]): Promise<boolean> => {
    if (busy || items.length === 0) return items.length === 0;
    setBusy(true);
    setFailure(null);
    setRejection(null);
    try {
      const body = { sessionId: getSessionId(), items };
      const { data } = await api.call('updateCart', { body });
      setQuantities((known) => withoutTaken(known, items));
      setCart(data);
      showFadingSuccess(texts.updated);
      return true;
    } catch (error) {
      const message = error instanceof Error ? error.message : texts.failed;
      const possible = isRefusal(error) ? await findPossible(cart, quantities) : {};
      if (Object.keys(possible).length > 0) setRejection({ message, possible });
      else setFailure(message);
      return false;
    } finally {
      setBusy(false);
    }
  };

  return {
    quantities,
    differs: lines.length > 0,
    busy,
    rejection,
    failure,
    set(ticketType, quantity) {
      setQuantities((known) => ({ ...known, [ticketType]: quantity }));
      setRejection((known) => known && withoutLine(known, ticketType));
    },
    update: () => send(lines),
    remove: send,
  };
}

/** Wishes the server has fulfilled are none any more; a newer one for the same line stays. */
function withoutTaken(quantities: DraftQuantities, taken: TicketChoice[]): DraftQuantities {
  const done = new Map(taken.map((line) => [line.id, line.quantity]));
  const rest = Object.entries(quantities).filter(
    ([id, quantity]) => done.get(Number(id)) !== quantity && done.get(Number(id)) !== 0,
  );
  return Object.fromEntries(rest);
}

function withoutLine(rejection: Rejection, ticketType: number): Rejection | null {
  const { [ticketType]: _gone, ...possible } = rejection.possible;
  return Object.keys(possible).length > 0 ? { ...rejection, possible } : null;
}

/** Asks how many tickets are free now; a concert that does not answer is left out. */
async function findPossible(
  cart: Cart,
  quantities: DraftQuantities,
): Promise<Record<number, number>> {
  const touched = new Set(changedLines(cart, quantities).map((line) => line.productId));
  const entries = cart.items.filter((entry) => touched.has(entry.product_id));
  const found = await Promise.all(
    entries.map(async (entry) => {
      const free = await findFreeTickets(entry.concert_id);
      return [entry.product_id, free ?? Infinity] as const;
    }),
  );
  return possibleQuantities(cart, quantities, Object.fromEntries(found));
}
