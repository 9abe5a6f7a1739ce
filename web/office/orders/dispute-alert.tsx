import type { OrderPage } from '#contract/office/order-queries.ts';
import { orderPageTexts } from '#messages/office/order-page.ts';
import { useTexts } from '../platform/use-frame.ts';

/** Warns before a refund of a payment whose money the bank has, because of an open or a lost dispute. */
export function DisputeAlert({ order }: { order: OrderPage }) {
  const t = useTexts(orderPageTexts);
  const isOpen = order.state === 'disputed';
  if (!isOpen && !order.hasLostDispute) return null;
  return <p className="alert alert--danger alert--inline">{isOpen ? t.disputed : t.disputeLost}</p>;
}
