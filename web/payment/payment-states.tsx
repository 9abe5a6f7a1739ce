import { useEffect, type FormEvent } from 'react';
import { cartTexts } from '#messages/cart.ts';
import { paymentTexts } from '#messages/payment.ts';
import { CHECKOUT_PATH } from '../checkout/details-values.ts';
import { useFocusIfLost } from '../platform/focus.ts';
import { useTexts } from '../platform/language.tsx';
import { AlertBox } from '../ui/alert-box.tsx';
import { Button, ButtonAnchor, ButtonLink } from '../ui/button.tsx';
import { PAYMENT_PATH } from './payment-outcome.ts';
import type { Payment } from './use-payment.ts';

/** The provider is still confirming; with scripts the page polls, under the busy overlay. */
export function Processing() {
  const texts = useTexts(paymentTexts);
  return (
    <>
      <AlertBox kind="info" title={texts.processingTitle}>
        {texts.processingText}
      </AlertBox>
      <p className="shop__section">
        <ButtonAnchor href={PAYMENT_PATH} kind="line">
          {texts.askAgain}
        </ButtonAnchor>
      </p>
    </>
  );
}

/** The result is unknown: offers to query it again, never a second payment. */
export function UnknownResult({ payment }: { payment: Payment }) {
  const texts = useTexts(paymentTexts);
  // the busy overlay had the focus
  useEffect(() => document.getElementById('unknown-result')?.focus(), []);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    payment.checkAgain();
  };
  return (
    <AlertBox kind="danger" title={texts.unknownTitle} id="unknown-result">
      <p>{texts.unknownText}</p>
      <form action={PAYMENT_PATH} onSubmit={submit}>
        <Button type="submit">{texts.askAgain}</Button>
      </form>
    </AlertBox>
  );
}

/** Paid, but there is no order: the payment is refunded, `message` says why (api.md, Payment and order). */
export function Refunded({ message }: { message: string }) {
  const texts = useTexts(paymentTexts);
  const heading = useFocusIfLost<HTMLHeadingElement>();
  return (
    <div className="empty">
      <h2 ref={heading} tabIndex={-1}>
        {texts.refundedTitle}
      </h2>
      <p role="alert">{message}</p>
      <ButtonLink to="/concerts/all" icon="right">
        {texts.toConcerts}
      </ButtonLink>
    </div>
  );
}

interface BlockedProps {
  message: string;
  isBusy: boolean;
  onRetry: () => void;
}

/** The payment could not be opened: the reason, a retry, and links back. */
export function Blocked({ message, isBusy, onRetry }: BlockedProps) {
  const texts = useTexts(paymentTexts);
  const shop = useTexts(cartTexts);
  return (
    <>
      <AlertBox kind="danger" title={texts.blockedTitle}>
        {message}
      </AlertBox>
      <div className="button-row shop__section">
        <Button aria-disabled={isBusy} onClick={onRetry}>
          {shop.tryAgain}
        </Button>
        <ButtonLink to={CHECKOUT_PATH} kind="line">
          {texts.toDetails}
        </ButtonLink>
      </div>
    </>
  );
}
