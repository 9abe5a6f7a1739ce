import { orderPageTexts } from '#messages/office/order-page.ts';
import { useTexts } from '../../platform/use-frame.ts';

/** Leads from a failed refund to the page that records its payment by hand. */
export function SettleLink({ refund }: { refund: number }) {
  const t = useTexts(orderPageTexts);
  return <a href={`/office/refunds/${refund}/settle`}>{t.settleByHand}</a>;
}
