import { useEffect, useState, type FormEvent } from 'react';
import { paymentTexts } from '#messages/payment.ts';
import type { Cart } from '#contract/visit.ts';
import type { DeliveryDetails } from '../checkout/details-values.ts';
import { useTexts } from '../platform/language.tsx';
import { useHydrated } from '../platform/use-hydrated.ts';
import { AlertBox } from '../ui/alert-box.tsx';
import { Button } from '../ui/button.tsx';
import { FormHiddenFields } from '../ui/form-hidden-fields.tsx';
import { CardFields } from './card-fields.tsx';
import type { Confirm } from './mount-card-element.ts';
import { DetailsReview, OrderToPay } from './order-review.tsx';
import { PAYMENT_PATH } from './payment-outcome.ts';
import type { CardPayment } from './submit-payment.server.ts';
import type { Payment } from './use-payment.ts';

interface PayFormProps {
  cart: Cart;
  details: DeliveryDetails;
  formKey: string;
  fingerprint: string;
  /** For the card fields; null until it is open, and for an order free of charge. */
  card: CardPayment | null;
  payment: Payment;
}

/**
 * The whole order to review, the card fields, and the pay button under total and notes. Without scripts, or
 * without the card fields, the button leads to the provider's hosted page.
 */
export function PayForm({ cart, details, formKey, fingerprint, card, payment }: PayFormProps) {
  const texts = useTexts(paymentTexts);
  const isHydrated = useHydrated();
  const [fields, setFields] = useState<Confirm | 'failed' | null>(null);
  const isFree = cart.total_price === 0;
  const isPaying = payment.phase === 'busy';
  const failure = payment.phase === 'offered' ? payment.message : null;
  useEffect(() => {
    if (failure !== null) document.getElementById('payment-error')?.focus();
  }, [failure]);

  const isBlocked = fields === 'failed';
  const run = fields === null || fields === 'failed' ? null : fields;
  const submit = (event: FormEvent) => {
    // the browser posts the form itself, which leads to the hosted page
    if (isBlocked) return;
    event.preventDefault();
    if (isFree) payment.payFree(formKey);
    else if (run !== null && card !== null) payment.pay(run, card.paymentIntent);
  };
  const isReady = isFree || !isHydrated || fields !== null;
  return (
    <form className="shop__columns pay-form" method="post" action={PAYMENT_PATH} onSubmit={submit}>
      <FormHiddenFields formKey={formKey} />
      <input type="hidden" name="order" value={fingerprint} />
      <div className="shop__main">
        <DetailsReview cart={cart} details={details} />
        <section className="shop__section" aria-labelledby="card-heading">
          <h2 id="card-heading">{isFree ? texts.freeTitle : texts.cardTitle}</h2>
          {failure !== null && (
            <AlertBox kind="danger" title={texts.errorTitle} id="payment-error">
              {failure}
            </AlertBox>
          )}
          {isFree ? (
            <p className="ui">{texts.freeText}</p>
          ) : (
            <>
              {!isHydrated && <p className="ui without-scripts">{texts.hostedText}</p>}
              {isBlocked && <p className="ui">{texts.hostedText}</p>}
              <CardFields card={card} onChange={(next) => setFields(() => next)} />
            </>
          )}
        </section>
      </div>
      <div className="shop__aside">
        <OrderToPay cart={cart}>
          <Button type="submit" wide name="intent" value="pay" disabled={isPaying || !isReady}>
            {isFree ? texts.payFree : texts.pay}
          </Button>
        </OrderToPay>
      </div>
    </form>
  );
}
