import { useEffect, useState, type FormEvent, type ReactNode } from 'react';
import { paymentTexts } from '#messages/payment.ts';
import { useTexts, LocalLink } from '../platform/language.tsx';
import { useHydrated } from '../platform/use-hydrated.ts';
import { AlertBox } from '../ui/alert-box.tsx';
import { Button } from '../ui/button.tsx';
import { FormToken } from '../forms/form.tsx';
import { CardFields } from './card-fields.tsx';
import type { Confirm } from './mount-card-element.ts';
import { PAYMENT_PATH } from './payment-outcome.ts';
import type { CardPayment } from './submit-payment.server.ts';
import type { Payment } from './use-payment.ts';
import { cartTexts } from '#messages/cart.ts';
import { OrderSummary } from '../cart/order-summary.tsx';
import { useDelivery } from '../platform/site.ts';
import { CHECKOUT_PATH, type DeliveryDetails } from '../checkout/details-values.ts';
import { DetailsView } from '../checkout/details-view.tsx';
import type { Cart } from '../platform/visit.ts';

interface PayFormProps {
  cart: Cart;
  details: DeliveryDetails;
  fingerprint: string;
  /** For the card fields; null until it is open, and for an order free of charge. */
  card: CardPayment | null;
  payment: Payment;
}

/**
 * The whole order to review, the card fields, and the pay button under total and notes. Without scripts, or
 * without the card fields, the button leads to the provider's hosted page.
 */
export function PayForm({ cart, details, fingerprint, card, payment }: PayFormProps) {
  const texts = useTexts(paymentTexts);
  const isHydrated = useHydrated();
  const [fields, setFields] = useState<Confirm | 'failed' | null>(null);
  const isFree = cart.totalCents === 0;
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
    if (isFree) payment.payFree();
    else if (run !== null && card !== null) payment.pay(run, card.paymentIntent);
  };
  const isReady = isFree || !isHydrated || fields !== null;
  return (
    <form className="shop__columns pay-form" method="post" action={PAYMENT_PATH} onSubmit={submit}>
      <FormToken />
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

/** Address and delivery to check, each with a link to change it (WCAG 3.3.4). */
function DetailsReview({ cart, details }: { cart: Cart; details: DeliveryDetails }) {
  const texts = useTexts(paymentTexts);
  const shop = useTexts(cartTexts);
  const about = {
    onlineticket: texts.byEmail({ email: details.email ?? '' }),
    boxoffice: texts.boxoffice,
    postal: useDelivery().note ?? texts.postal,
  };
  return (
    <div className="review">
      <section className="review__part" aria-labelledby="review-address">
        <h2 id="review-address">{texts.addressTitle}</h2>
        <DetailsView details={details} />
        <EditLink to={CHECKOUT_PATH}>{texts.editAddress}</EditLink>
      </section>
      <section className="review__part" aria-labelledby="review-delivery">
        <h2 id="review-delivery">{texts.deliveryTitle}</h2>
        {cart.deliveryMethod && (
          <p className="details-view">
            <strong>{shop[cart.deliveryMethod]}</strong>
            <br />
            {about[cart.deliveryMethod]}
          </p>
        )}
        <EditLink to={CHECKOUT_PATH}>{texts.editDelivery}</EditLink>
      </section>
    </div>
  );
}

function EditLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <LocalLink to={to} className="text-link text-link--quiet">
      {children}
    </LocalLink>
  );
}

/**
 * Items, delivery, total and the notes that the law requires, directly above the pay button (§ 312j BGB;
 * design.md 2).
 */
function OrderToPay({ cart, children }: { cart: Cart; children: ReactNode }) {
  const texts = useTexts(paymentTexts);
  return (
    <OrderSummary cart={cart}>
      <EditLink to="/ticketshop">{texts.editCart}</EditLink>
      <div className="pay">
        <p className="small">{texts.withdrawal}</p>
        <p className="small">
          {texts.termsBefore}{' '}
          <a href="/terms" target="_blank" rel="noopener">
            {texts.terms}
            <span className="visually-hidden"> {texts.newWindow}</span>
          </a>
          {texts.termsAfter}
        </p>
        {children}
      </div>
    </OrderSummary>
  );
}
