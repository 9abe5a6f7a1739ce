import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { ORDER_POLL_MS } from '#contract/constants.ts';
import { orderTexts } from '#messages/orders.ts';
import { api } from '../platform/api.ts';
import { useLanguage, useTexts } from '../platform/language.ts';
import { ticketName } from './document-list.tsx';
import { newlyReady, type Order } from './newly-ready.ts';

/** After so long the page says that it takes longer, and offers to ask at once. */
const LONG_MS = 10 * 60_000;

export interface OrderWatch {
  order: Order;
  /** What has become ready with the last answer. */
  said: string;
  takesLong: boolean;
  checkNow: () => void;
}

/** Asks every 5 seconds until all documents are there (product.md 4); a lost answer is asked for again. */
export function useOrder(first: Order, token: string): OrderWatch {
  const texts = useTexts(orderTexts);
  const language = useLanguage();
  const [order, setOrder] = useState(first);
  const [said, setSaid] = useState('');
  const asking = useRef(false);
  const [startedAt] = useState(() => Date.now());
  const [takesLong, setTakesLong] = useState(false);

  const check = async () => {
    if (asking.current) return;
    asking.current = true;
    const answer = await api
      .call('getOrderDetails', { query: { token } }, { ownStatuses: true })
      .catch(() => null);
    if (answer !== null) {
      const ready = newlyReady(order, answer.data);
      const names = [
        ...(ready.invoice ? [texts.invoice] : []),
        ...ready.tickets.map((id) => ticketName(answer.data, id, language)),
      ];
      if (names.length > 0) setSaid(texts.ready({ names: names.join(', ') }));
      setOrder(answer.data);
    }
    setTakesLong(Date.now() - startedAt > LONG_MS);
    asking.current = false;
  };

  const poll = useEffectEvent(check);
  const done = order.all_urls_ready;
  useEffect(() => {
    if (done) return;
    const timer = setInterval(() => void poll(), ORDER_POLL_MS);
    return () => clearInterval(timer);
  }, [done]);

  return { order, said, takesLong: takesLong && !done, checkNow: () => void check() };
}
