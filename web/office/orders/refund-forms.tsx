import { formatMoney } from '#contract/format.ts';
import { orderPageTexts } from '#messages/office/order-page.ts';
import { Field } from '../../forms/fields.tsx';
import { useLanguage, useTexts } from '../../platform/language.tsx';
import { FormShell } from '../../forms/form.tsx';
import { useForm } from '../../forms/use-form.ts';
import { cardName } from './order-payment.tsx';
import { MAX_REASON_LENGTH } from '#contract/office/forms.ts';
import type { OutputOf } from '../platform/office-context.ts';

type OrderPage = OutputOf<'order:page'>;
type RefundPreview = OutputOf<'order:refund-preview'>;

/** The choice of the first step, as the address of the second one carries it. */
export interface RefundChoice {
  tickets: number[];
  isWhole: boolean;
  isRetry: boolean;
  reason: string;
}

interface ChooseRefundProps {
  order: OrderPage;
  /** The previous choice, to be changed. */
  choice: RefundChoice | null;
}

/** The first step: what to refund, and why. */
export function ChooseRefund({ order, choice }: ChooseRefundProps) {
  const t = useTexts(orderPageTexts);
  const language = useLanguage();
  const state = useForm('choose');
  const valid = order.tickets.filter((ticket) => ticket.state === 'valid');
  if (valid.length === 0 && order.refundableCents === 0) return <p>{t.nothingLeft}</p>;
  const chosen = state.isShown ? state.values('ticket') : (choice?.tickets.map(String) ?? []);
  const isWhole = state.isShown ? state.values('whole').length > 0 : choice?.isWhole;
  const error = state.error('ticket');
  const wrong = error ? { 'aria-invalid': true, 'aria-describedby': 'ticket-error' } : {};
  return (
    <FormShell form={state} labels={{ reason: t.reason }}>
      <fieldset className="office-choices">
        <legend>{t.refundWhat}</legend>
        {error && (
          <span className="field__error" id="ticket-error">
            {error}
          </span>
        )}
        {valid.map(({ id, concert, type, priceCents }, index) => (
          <label key={id} className="office-check">
            <input
              type="checkbox"
              name="ticket"
              value={id}
              id={index === 0 ? 'ticket' : undefined}
              defaultChecked={chosen.includes(String(id))}
              {...wrong}
            />
            {t.ticketChoice({
              id,
              concert,
              type,
              price: priceCents === 0 ? '' : formatMoney(priceCents, language),
            })}
          </label>
        ))}
        <label className="office-check">
          <input
            type="checkbox"
            name="whole"
            value="1"
            id={valid.length === 0 ? 'ticket' : undefined}
            defaultChecked={isWhole}
            {...wrong}
          />
          {t.whole}
        </label>
      </fieldset>
      <Field
        {...state.field('reason', choice?.reason)}
        label={t.reason}
        maxLength={MAX_REASON_LENGTH}
      />
      <button className="button button--primary">{t.continue}</button>
    </FormShell>
  );
}

interface ConfirmRefundProps {
  order: OrderPage;
  choice: RefundChoice;
  preview: RefundPreview;
  /** Year of the series of cancellation invoices: S-2025. */
  year: number;
}

/** The second step: shows in numbers what will happen; its button names the amount. */
export function ConfirmRefund({ order, choice, preview, year }: ConfirmRefundProps) {
  const t = useTexts(orderPageTexts);
  const state = useForm('refund');
  const amount = useMoney()(preview.cents);
  return (
    <>
      <h2>{t.consequences}</h2>
      <RefundEffects order={order} preview={preview} year={year} />
      <FormShell
        form={state}

        labels={{ reason: t.reason }}
        action={refundPath(order.orderNo, choice)}
      >
        {choice.tickets.map((id) => (
          <input key={id} type="hidden" name="ticket" value={id} />
        ))}
        {choice.isWhole && <input type="hidden" name="whole" value="1" />}
        {choice.isRetry && <input type="hidden" name="retry" value="1" />}
        <ConfirmedSums {...preview} />
        {state.error('reason') ? (
          <Field {...state.field('reason', choice.reason)} label={t.reason} />
        ) : (
          <input type="hidden" name="reason" value={choice.reason} />
        )}
        <div className="office-buttons">
          <button className="button button--danger">
            {order.isComplimentary
              ? t.takeBackTickets
              : preview.cents === 0
                ? t.cancelButton
                : t.refundButton({ amount })}
          </button>
          <ChangeLink orderNo={order.orderNo} choice={choice} />
        </div>
      </FormShell>
    </>
  );
}

/** Lists the effects of the refund, in numbers. */
function RefundEffects({ order, preview, year }: Omit<ConfirmRefundProps, 'choice'>) {
  const t = useTexts(orderPageTexts);
  const money = useMoney();
  const { cents, retriedCents, postageCents, tickets } = preview;
  const amount = money(cents);
  const { card, contact } = order;
  const hasInvoice = !order.isComplimentary && (tickets.length > 0 || cents > retriedCents);
  const invoiceText = contact.email === null ? t.cancellationWithoutEmail : t.cancellationInvoice;
  return (
    <ul className="office-list">
      <li>
        {cents === 0
          ? t.nothingGoesBack
          : card === null
            ? t.goesBack({ amount })
            : t.goesBackTo({ amount, card: cardName(card) })}
      </li>
      {retriedCents > 0 && <li>{t.retriedText({ amount: money(retriedCents) })}</li>}
      {tickets.length > 0 && <li>{t.ticketsVoid({ count: tickets.length })}</li>}
      {tickets.map(({ id, concert, type, priceCents }) => (
        <li key={id}>
          {t.ticketChoice({ id, concert, type, price: priceCents === 0 ? '' : money(priceCents) })}
        </li>
      ))}
      {postageCents > 0 && <li>{t.postageChoice({ price: money(postageCents) })}</li>}
      {hasInvoice && <li>{invoiceText({ year })}</li>}
      <li>{t.cannotBeUndone}</li>
    </ul>
  );
}

/** Formats cents in the reader's language. */
function useMoney(): (cents: number) => string {
  const language = useLanguage();
  return (cents) => formatMoney(cents, language);
}

/** Sends the sums that the page shows, so that the command refuses others. */
function ConfirmedSums({ cents, retriedCents }: Pick<RefundPreview, 'cents' | 'retriedCents'>) {
  return (
    <>
      <input type="hidden" name="confirmedCents" value={cents} />
      <input type="hidden" name="confirmedRetriedCents" value={retriedCents} />
    </>
  );
}

/** The second step's own address: after a step-up it is opened again with the choice. */
function refundPath(orderNo: string, choice: RefundChoice): string {
  const query = new URLSearchParams(choice.tickets.map((id) => ['ticket', String(id)]));
  if (choice.isWhole) query.set('whole', '1');
  if (choice.isRetry) query.set('retry', '1');
  query.set('reason', choice.reason);
  return `/office/orders/${orderNo}/refund?${query}`;
}

/** Links back to the first step with the choice. */
function ChangeLink({ orderNo, choice }: { orderNo: string; choice: RefundChoice }) {
  const t = useTexts(orderPageTexts);
  return (
    <a className="button button--line" href={`${refundPath(orderNo, choice)}&change=1`}>
      {t.changeChoice}
    </a>
  );
}
