import { useEffect, useState, type FormEvent } from 'react';
import { paymentTexts } from '#messages/payment.ts';
import type { DeliveryDetails } from '../checkout/delivery-values.ts';
import type { Cart } from '../platform/cart-store.ts';
import { useTexts } from '../platform/language.ts';
import { AlertBox } from '../ui/alert-box.tsx';
import { Button } from '../ui/button.tsx';
import { CardFields } from './card-fields.tsx';
import type { Confirm } from './mount-card-element.ts';
import type { Initiated } from './open-payment.ts';
import { DetailsReview, OrderToPay } from './order-review.tsx';
import type { Payment } from './use-payment.ts';

interface PayFormProps {
  initiated: Initiated;
  cart: Cart;
  details: DeliveryDetails;
  payment: Payment;
}

/** The whole order to review, the card fields, and the pay button under total and notes. */
export function PayForm({ initiated, cart, details, payment }: PayFormProps) {
  const texts = useTexts(paymentTexts);
  const [confirm, setConfirm] = useState<{ run: Confirm } | null>(null);
  const { client_secret: clientSecret, publishable_key: publishableKey } = initiated;
  const free = clientSecret === null;
  const paying = payment.phase === 'busy';
  const failed = payment.phase === 'offered' && payment.message !== null;
  useEffect(() => {
    if (failed) document.getElementById('payment-error')?.focus();
  }, [failed]);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (free || confirm !== null) void payment.pay(confirm?.run ?? null);
  };
  return (
    <form className="shop__columns pay-form" method="post" onSubmit={submit}>
      <div className="shop__main">
        <DetailsReview cart={cart} details={details} />
        <section className="shop__section" aria-labelledby="card-heading">
          <h2 id="card-heading">{free ? texts.freeTitle : texts.cardTitle}</h2>
          {failed && (
            <AlertBox kind="danger" title={texts.errorTitle} id="payment-error">
              <p>{payment.message}</p>
            </AlertBox>
          )}
          {free ? (
            <p className="ui">{texts.freeText}</p>
          ) : (
            <CardFields
              clientSecret={clientSecret}
              publishableKey={publishableKey}
              onChange={(run) => setConfirm(run && { run })}
            />
          )}
        </section>
      </div>
      <div className="shop__aside">
        <OrderToPay cart={cart}>
          <Button type="submit" wide disabled={paying || (!free && confirm === null)}>
            {free ? texts.payFree : texts.pay}
          </Button>
        </OrderToPay>
      </div>
    </form>
  );
}
