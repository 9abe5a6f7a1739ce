import { formatDate, formatMoney } from '#contract/format.ts';
import { toEuro } from '#contract/money.ts';
import type { OrderPage, OrderRefund } from '#contract/office/order-queries.ts';
import { orderPageTexts } from '#messages/office/order-page.ts';
import { useLanguage, useTexts } from '../platform/use-frame.ts';
import { DataTable } from '../ui/data-table.tsx';
import { TermList } from '../ui/term-list.tsx';
import { Moment, useMoment } from '../ui/moment.tsx';
import { Section } from '../ui/section.tsx';
import { cardName } from './card-name.ts';
import { DisputeAlert, TicketDecision } from './dispute-alert.tsx';
import { SettleLink } from './failed-refunds/settle-link.tsx';

/** Payment and refunds; a failed refund can be made again or settled by hand. */
export function OrderPayment({ order }: { order: OrderPage }) {
  const t = useTexts(orderPageTexts);
  const language = useLanguage();
  const moment = useMoment();
  const money = (cents: number) => formatMoney(toEuro(cents), language);
  const { card, refunds, tickets } = order;
  const hasFailed = refunds.some(({ state }) => state === 'failed');
  const hasValid = tickets.some(({ state }) => state === 'valid');
  // while tickets await a decision, its button leads there
  const canVoid = hasValid && !order.needsTicketDecision;
  return (
    <Section id="payment" title={t.payment}>
      {(order.state === 'disputed' || !order.needsTicketDecision) && <DisputeAlert order={order} />}
      <TicketDecision order={order} />
      <TermList
        rows={[
          [t.amount, money(order.amountCents)],
          [t.postage, order.deliveryCents > 0 ? money(order.deliveryCents) : ''],
          [t.ordered, moment(order.createdAt)],
          [t.card, card === null ? '' : cardName(card)],
          [t.intent, order.intentId],
          [t.refundable, order.refundableCents > 0 ? money(order.refundableCents) : ''],
          [t.owed, order.owedCents > 0 ? money(order.owedCents) : ''],
        ]}
      />
      {refunds.length > 0 && (
        <DataTable
          caption={t.payment}
          rows={refunds}
          keyOf={({ id }) => id}
          columns={[
            {
              label: t.requested,
              cell: ({ requestedAt }) => <Moment at={requestedAt} />,
              isShort: true,
            },
            { label: t.amount, cell: ({ amountCents }) => money(amountCents), isNumber: true },
            { label: t.state, cell: (refund) => <RefundState refund={refund} /> },
          ]}
        />
      )}
      {hasFailed && <p>{t.failedText({ amount: money(order.owedCents) })}</p>}
      <div className="office-buttons">
        {order.state !== 'disputed' && (order.refundableCents > 0 || canVoid) && (
          <a className="button button--line" href={`/office/orders/${order.orderNo}/refund`}>
            {t.refundAction}
          </a>
        )}
        {hasFailed && (
          <form action={`/office/orders/${order.orderNo}/refund`}>
            <button className="button button--primary" name="retry" value="1">
              {t.refundAgain}
            </button>
          </form>
        )}
      </div>
    </Section>
  );
}

function RefundState({ refund: { id, state, failure, settled } }: { refund: OrderRefund }) {
  const t = useTexts(orderPageTexts);
  const language = useLanguage();
  const isBad = state === 'failed';
  return (
    <>
      <span className={isBad ? 'office-state office-state--bad' : 'office-state'}>
        {t[`refund-${state}-state`]}
      </span>
      {failure !== null && <span className="office-hint">{failure}</span>}
      {isBad && <SettleLink refund={id} />}
      {settled !== null && (
        <span className="office-hint">
          {t.settledOn({ day: formatDate(settled.day, language), how: settled.how })}
        </span>
      )}
    </>
  );
}
