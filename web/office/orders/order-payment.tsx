import { formatDate, formatMoney } from '#contract/format.ts';
import { orderPageTexts } from '#messages/office/order-page.ts';
import { useLanguage, useTexts } from '../../platform/language.tsx';
import { DataTable } from '../ui/data-table.tsx';
import { TermList, Section } from '../ui/section.tsx';
import { Moment, useMoment } from '../ui/breakable-text.tsx';
import { FormShell } from '../../forms/form.tsx';
import { useForm } from '../../forms/use-form.ts';
import { StateLabel } from '../ui/state-label.tsx';
import type { OutputOf } from '../platform/office-context.ts';

type OrderPage = OutputOf<'order:page'>;
type OrderRefund = OrderPage['refunds'][number];

/** Payment and refunds; a failed refund can be made again or settled by hand. */
export function OrderPayment({ order }: { order: OrderPage }) {
  const t = useTexts(orderPageTexts);
  const language = useLanguage();
  const moment = useMoment();
  const money = (cents: number) => formatMoney(cents, language);
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
            {order.isComplimentary ? t.takeBackTickets : t.refundAction}
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
      <StateLabel kind={isBad ? 'bad' : state === 'requested' ? 'open' : 'good'}>
        {t[`refund-${state}-state`]}
      </StateLabel>
      {failure !== null && <span className="office-hint">{failure}</span>}
      {isBad && <SettleLink refund={id} />}
      {settled !== null && (
        <span className="office-hint">
          {t.settledOn({
            day: formatDate(settled.day, language),
            amount: formatMoney(settled.cents, language),
            how: settled.how,
          })}
        </span>
      )}
    </>
  );
}

/** Warns before a refund of a payment whose money the bank has, because of an open or a lost dispute. */
export function DisputeAlert({ order }: { order: OrderPage }) {
  const t = useTexts(orderPageTexts);
  const isOpen = order.state === 'disputed';
  if (!isOpen && !order.hasLostDispute) return null;
  return <p className="alert alert--danger alert--inline">{isOpen ? t.disputed : t.disputeLost}</p>;
}

/** Asks whether tickets stay valid whose money went back without the office. */
function TicketDecision({ order }: { order: OrderPage }) {
  const t = useTexts(orderPageTexts);
  const state = useForm('mark-valid');
  if (!order.needsTicketDecision) return null;
  return (
    <>
      <p className="alert alert--danger alert--inline">
        {order.hasLostDispute ? t.disputeLost : t.moneyWentBack} {t.decideTickets}
      </p>
      <FormShell form={state} labels={{}}>
        <div className="office-buttons">
          <button className="button button--line">{t.keepTickets}</button>
          <a className="button button--line" href={`/office/orders/${order.orderNo}/refund`}>
            {t.voidTickets}
          </a>
        </div>
      </FormShell>
    </>
  );
}

/** Names of the brands that the provider spells differently (Stripe, `payment_method_details.card.brand`). */
const brands: Record<string, string> = {
  amex: 'American Express',
  cartes_bancaires: 'Cartes Bancaires',
  diners: 'Diners Club',
  discover: 'Discover',
  eftpos_au: 'eftpos',
  jcb: 'JCB',
  mastercard: 'Mastercard',
  unionpay: 'UnionPay',
  visa: 'Visa',
};

/** A card as people know it: Visa ···· 4242. */
export function cardName({ brand, last4 }: NonNullable<OrderPage['card']>): string {
  return `${brands[brand] ?? brand} ···· ${last4}`;
}

/** Leads from a failed refund to the page that records its payment by hand. */
export function SettleLink({ refund }: { refund: number }) {
  const t = useTexts(orderPageTexts);
  return <a href={`/office/refunds/${refund}/settle`}>{t.settleByHand}</a>;
}
