import { formatDate, formatMoney } from '#contract/format.ts';
import { toEuro } from '#contract/money.ts';
import type { OrderPage, OrderRefund } from '#contract/office/order-queries.ts';
import { orderPageTexts } from '#messages/office/order-page.ts';
import { Field } from '../../ui/field.tsx';
import { useLanguage, useTexts } from '../platform/use-frame.ts';
import { DataTable } from '../ui/data-table.tsx';
import { TermList } from '../ui/term-list.tsx';
import { Moment, useMoment } from '../ui/moment.tsx';
import { OfficeForm, useFormState } from '../ui/office-form.tsx';
import { Section } from '../ui/section.tsx';
import { SelectField } from '../ui/select-field.tsx';
import { useOptional } from '../ui/use-optional.ts';
import { cardName } from './card-name.ts';

/** Payment and refunds; a failed refund can be made again or settled by hand. */
export function OrderPayment({ order }: { order: OrderPage }) {
  const t = useTexts(orderPageTexts);
  const language = useLanguage();
  const moment = useMoment();
  const money = (cents: number) => formatMoney(toEuro(cents), language);
  const { card, refunds, tickets } = order;
  const open = refunds.filter(({ state }) => state === 'failed');
  const hasValid = tickets.some(({ state }) => state === 'valid');
  return (
    <Section id="payment" title={t.payment}>
      {order.state === 'disputed' && (
        <p className="alert alert--danger alert--inline">{t.disputed}</p>
      )}
      <TermList
        rows={[
          [t.amount, money(order.amountCents)],
          [t.postage, order.deliveryCents > 0 ? money(order.deliveryCents) : ''],
          [t.ordered, moment(order.createdAt)],
          [t.card, card === null ? '' : cardName(card)],
          [t.intent, order.intentId],
          [t.refundable, money(order.refundableCents)],
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
      {open.length > 0 && <p>{t.failedText({ amount: money(order.owedCents) })}</p>}
      <div className="office-buttons">
        {(order.refundableCents > 0 || hasValid) && (
          <a className="button button--line" href={`/office/orders/${order.orderNo}/refund`}>
            {t.refundAction}
          </a>
        )}
        {open.length > 0 && (
          <form action={`/office/orders/${order.orderNo}/refund`}>
            <button className="button button--primary" name="retry" value="1">
              {t.refundAgain}
            </button>
          </form>
        )}
      </div>
      {open.length > 0 && <SettleForm refunds={open} />}
    </Section>
  );
}

function RefundState({ refund: { state, failure, settled } }: { refund: OrderRefund }) {
  const t = useTexts(orderPageTexts);
  const language = useLanguage();
  const isBad = state === 'failed';
  return (
    <>
      <span className={isBad ? 'office-state office-state--bad' : 'office-state'}>
        {t[`refund-${state}-state`]}
      </span>
      {failure !== null && <span className="office-hint">{failure}</span>}
      {settled !== null && (
        <span className="office-hint">
          {t.settledOn({ day: formatDate(settled.day, language), how: settled.how })}
        </span>
      )}
    </>
  );
}

/** Settles one of the failed refunds. */
function SettleForm({ refunds }: { refunds: OrderRefund[] }) {
  const t = useTexts(orderPageTexts);
  const language = useLanguage();
  const moment = useMoment();
  const optional = useOptional();
  const state = useFormState('settle');
  return (
    <details className="office-fold" open={state.isShown}>
      <summary>{t.settleByHand}</summary>
      <OfficeForm
        name="settle"
        state={state}
        labels={{ refund: t.refund, day: t.day, way: t.way, remark: t.note }}
      >
        {refunds.length === 1 ? (
          <input type="hidden" name="refund" value={refunds[0]?.id} />
        ) : (
          <SelectField
            name="refund"
            label={t.refund}
            options={refunds.map(({ id, amountCents, requestedAt }) => [
              String(id),
              `${formatMoney(toEuro(amountCents), language)}, ${moment(requestedAt)}`,
            ])}
            defaultValue={state.value('refund')}
            error={state.error('refund')}
          />
        )}
        <Field
          name="day"
          label={t.day}
          type="date"
          defaultValue={state.value('day')}
          error={state.error('day')}
        />
        <Field
          name="way"
          label={t.way}
          hint={t.wayHint}
          defaultValue={state.value('way')}
          error={state.error('way')}
        />
        <Field
          name="remark"
          label={optional(t.note)}
          defaultValue={state.value('remark')}
          error={state.error('remark')}
        />
        <button className="button button--primary">{t.settleByHand}</button>
      </OfficeForm>
    </details>
  );
}
