import type { ReactNode } from 'react';
import type { Cart } from '#contract/visit.ts';
import { cartTexts } from '#messages/cart.ts';
import { paymentTexts } from '#messages/payment.ts';
import { OrderSummary } from '../cart/order-summary.tsx';
import { CHECKOUT_PATH, type DeliveryDetails } from '../checkout/details-values.ts';
import { DetailsView } from '../checkout/details-view.tsx';
import { useTexts, LocalLink } from '../platform/language.tsx';

/** Address and delivery to check, each with a link to change it (WCAG 3.3.4). */
export function DetailsReview({ cart, details }: { cart: Cart; details: DeliveryDetails }) {
  const texts = useTexts(paymentTexts);
  const shop = useTexts(cartTexts);
  const about = {
    onlineticket: texts.byEmail({ email: details.email ?? '' }),
    boxoffice: texts.boxoffice,
    postal: texts.postal,
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
export function OrderToPay({ cart, children }: { cart: Cart; children: ReactNode }) {
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
