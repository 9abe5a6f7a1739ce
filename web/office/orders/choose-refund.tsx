import { formatMoney } from '#contract/format.ts';
import { toEuro } from '#contract/money.ts';
import { MAX_REASON_LENGTH, type OrderPage } from '#contract/office/order-queries.ts';
import { orderPageTexts } from '#messages/office/order-page.ts';
import { Field } from '../../ui/field.tsx';
import { useLanguage, useTexts } from '../platform/use-frame.ts';
import { OfficeForm, useFormState } from '../ui/office-form.tsx';

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
  const state = useFormState('choose');
  const valid = order.tickets.filter((ticket) => ticket.state === 'valid');
  if (valid.length === 0 && order.refundableCents === 0) return <p>{t.nothingLeft}</p>;
  const chosen = state.isShown ? state.values('ticket') : (choice?.tickets.map(String) ?? []);
  const isWhole = state.isShown ? state.values('whole').length > 0 : choice?.isWhole;
  const error = state.error('ticket');
  const wrong = error ? { 'aria-invalid': true, 'aria-describedby': 'ticket-error' } : {};
  return (
    <OfficeForm name="choose" state={state} labels={{ reason: t.reason }}>
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
              price: formatMoney(toEuro(priceCents), language),
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
        name="reason"
        label={t.reason}
        maxLength={MAX_REASON_LENGTH}
        defaultValue={state.value('reason', choice?.reason)}
        error={state.error('reason')}
      />
      <button className="button button--primary">{t.continue}</button>
    </OfficeForm>
  );
}
