import type { OrderPage } from '#contract/office/order-queries.ts';
import { orderPageTexts } from '#messages/office/order-page.ts';
import { useTexts } from '../platform/use-frame.ts';
import { OfficeForm, useFormState } from '../ui/office-form.tsx';

/** Warns before a refund of a payment whose money the bank has, because of an open or a lost dispute. */
export function DisputeAlert({ order }: { order: OrderPage }) {
  const t = useTexts(orderPageTexts);
  const isOpen = order.state === 'disputed';
  if (!isOpen && !order.hasLostDispute) return null;
  return <p className="alert alert--danger alert--inline">{isOpen ? t.disputed : t.disputeLost}</p>;
}

/** Asks whether tickets stay valid whose money went back without the office. */
export function TicketDecision({ order }: { order: OrderPage }) {
  const t = useTexts(orderPageTexts);
  const state = useFormState('mark-valid');
  if (!order.needsTicketDecision) return null;
  return (
    <>
      <p className="alert alert--danger alert--inline">
        {order.hasLostDispute ? t.disputeLost : t.moneyWentBack} {t.decideTickets}
      </p>
      <OfficeForm name="mark-valid" state={state} labels={{}}>
        <div className="office-buttons">
          <button className="button button--line">{t.keepTickets}</button>
          <a className="button button--line" href={`/office/orders/${order.orderNo}/refund`}>
            {t.voidTickets}
          </a>
        </div>
      </OfficeForm>
    </>
  );
}
