import { useEffect } from 'react';
import { useRevalidator } from 'react-router';
import { cartTexts } from '#messages/cart.ts';
import { paymentTexts } from '#messages/payment.ts';
import { useFocusIfLost } from '../cart/use-focus-if-lost.ts';
import { useTexts } from '../platform/language.ts';
import { AlertBox } from '../ui/alert-box.tsx';
import { Button, ButtonLink } from '../ui/button.tsx';
import type { Payment } from './use-payment.ts';

/** The result could not be learnt: another question, never a second payment. */
export function UnknownResult({ payment }: { payment: Payment }) {
  const texts = useTexts(paymentTexts);
  // the busy overlay had the focus
  useEffect(() => document.getElementById('unknown-result')?.focus(), []);
  return (
    <AlertBox kind="danger" title={texts.unknownTitle} id="unknown-result">
      <p>{texts.unknownText}</p>
      <Button onClick={() => void payment.askAgain()}>{texts.askAgain}</Button>
    </AlertBox>
  );
}

/** Paid, but the tickets were gone: the money goes back (api.md, Payment and order). */
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

/** The payment could not be opened: why, another try, and the ways back. */
export function Blocked({ message }: { message: string }) {
  const texts = useTexts(paymentTexts);
  const shop = useTexts(cartTexts);
  const { revalidate, state } = useRevalidator();
  return (
    <>
      <AlertBox kind="danger" title={texts.blockedTitle}>
        <p>{message}</p>
      </AlertBox>
      <div className="button-row shop__section">
        <Button aria-disabled={state !== 'idle'} onClick={() => void revalidate()}>
          {shop.tryAgain}
        </Button>
        <ButtonLink to="/ticketshop/checkout" kind="line">
          {texts.toDetails}
        </ButtonLink>
      </div>
    </>
  );
}
