import type { OrderState } from '#contract/office/order-queries.ts';
import { orderStateTexts } from '#messages/office/orders.ts';
import { useTexts } from '../platform/use-frame.ts';

/** The state of an order in a word. */
export function OrderStateLabel({ state }: { state: OrderState }) {
  const texts = useTexts(orderStateTexts);
  const isBad = ['disputed', 'refund-failed', 'dispute-lost'].includes(state);
  return (
    <span className={isBad ? 'office-state office-state--bad' : 'office-state'}>
      {texts[state]}
    </span>
  );
}
