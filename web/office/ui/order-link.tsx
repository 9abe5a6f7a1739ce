import { orderStateTexts } from '#messages/office/orders.ts';
import { useTexts } from '../../platform/language.tsx';
import { StateLabel, type StateKind } from './state-label.tsx';
import type { OrderState } from '#contract/office/states.ts';

/** An order's number, which stays on one line and links to the order. */
export function OrderLink({ no, id }: { no: string; id?: string }) {
  return (
    <a className="office-word" id={id} href={`/office/orders/${no}`}>
      {no}
    </a>
  );
}

/** The state of an order in a word. */
export function OrderStateLabel({ state }: { state: OrderState }) {
  const texts = useTexts(orderStateTexts);
  return <StateLabel kind={kinds[state]}>{texts[state]}</StateLabel>;
}

const kinds: Record<OrderState, StateKind> = {
  disputed: 'bad',
  'refund-failed': 'bad',
  cancelled: 'gone',
  'dispute-lost': 'bad',
  'partly-cancelled': 'part',
  free: 'good',
  paid: 'good',
};
