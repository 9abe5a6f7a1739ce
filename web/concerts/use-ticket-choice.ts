import { useRef, useState } from 'react';
import { concertTexts } from '#messages/concerts.ts';
import { platformTexts } from '#messages/platform.ts';
import { showFadingSuccess } from '../platform/alerts.ts';
import { newId } from '../platform/new-id.ts';
import { addToCart } from '../platform/cart-store.ts';
import { findFreeTickets, isRefusal } from '../platform/free-tickets.ts';
import { useTexts } from '../platform/language.ts';
import type { Concert } from './concert-summary.ts';

type Product = NonNullable<Concert['product']>;

interface TicketChoice {
  /** Ticket id → how many; 0 to begin with. */
  quantities: Record<number, number>;
  count: number;
  /** In EUR. */
  total: number;
  /** How many more may be chosen, over all ticket types; less than 0 when some of the chosen are gone. */
  left: number;
  adding: boolean;
  /** Why the last try failed; the choice is kept. */
  failure: string | null;
  set: (ticketId: number, quantity: number) => void;
  add: () => Promise<void>;
}

/** The choice of tickets of a concert's product; what is free holds for all its ticket types together. */
export function useTicketChoice(concert: Concert, product: Product): TicketChoice {
  const texts = useTexts(concertTexts);
  const platform = useTexts(platformTexts);
  const { free, askAgain } = useFreeTickets(concert);
  const limit = Math.min(product.quantity, free);
  const [quantities, setQuantities] = useState<Record<number, number>>({});
  const [adding, setAdding] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  // The same key for every try of the same choice: a lost answer never adds twice.
  const key = useRef<string | null>(null);

  const chosen = product.tickets.filter((ticket) => (quantities[ticket.id] ?? 0) > 0);
  const count = chosen.reduce((sum, ticket) => sum + (quantities[ticket.id] ?? 0), 0);
  const cents = chosen.reduce(
    (sum, ticket) => sum + Math.round(ticket.price * 100) * (quantities[ticket.id] ?? 0),
    0,
  );

  const set = (ticketId: number, quantity: number) => {
    key.current = null;
    setFailure(null);
    setQuantities({ ...quantities, [ticketId]: Math.max(0, quantity) });
  };

  const add = async () => {
    if (count === 0 || adding) return;
    setAdding(true);
    setFailure(null);
    key.current ??= newId();
    try {
      await addToCart(
        chosen.map((ticket) => ({
          productId: product.id,
          id: ticket.product_variation_id,
          quantity: quantities[ticket.id] ?? 0,
        })),
        key.current,
      );
      key.current = null;
      setQuantities({});
      showFadingSuccess(texts.added({ count: texts.ticketCount({ count }) }));
      void askAgain();
    } catch (error) {
      if (isRefusal(error)) await askAgain();
      setFailure(error instanceof Error ? error.message : platform.unknownError);
    } finally {
      setAdding(false);
    }
  };

  return { quantities, count, total: cents / 100, left: limit - count, adding, failure, set, add };
}

/** How many tickets are free: as the page came, and as the server says once something was added or refused. */
function useFreeTickets(concert: Concert) {
  const [answered, setAnswered] = useState<number | null>(null);
  const askAgain = async () => {
    const free = await findFreeTickets(concert.id);
    if (free !== null) setAnswered(free);
  };
  return { free: answered ?? concert.available_quantity, askAgain };
}
