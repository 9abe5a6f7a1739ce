import { useEffect, useEffectEvent, useRef } from 'react';
import { useFetcher, useRevalidator } from 'react-router';
import { PAYMENT_PATH } from './payment-outcome.ts';
import type { CardPayment, PaymentResponse } from './submit-payment.server.ts';

/** How often a cart that changes in the meantime (in another tab) is loaded again. */
const MAX_ATTEMPTS = 3;

interface CardPaymentState {
  /** The payment for the card fields; null until it is open for the cart's total. */
  card: CardPayment | null;
  /** Why it cannot be opened; null without a problem. */
  problem: string | null;
  isBusy: boolean;
  retry: () => void;
}

/**
 * Opens a payment for the card fields, and again with every load of the cart: an unchanged cart keeps its payment.
 *
 * @param total of the cart, in EUR; nothing is opened for 0
 * @param formKey of the page's form, a new one with every load
 */
export function useCardPayment(total: number, formKey: string): CardPaymentState {
  const fetcher = useFetcher<PaymentResponse>();
  const { revalidate, state } = useRevalidator();
  const attempts = useRef(0);
  const open = useEffectEvent((key: string) => {
    const options = { method: 'post', action: PAYMENT_PATH } as const;
    if (total > 0) void fetcher.submit({ intent: 'card', key, hydrated: '1' }, options);
  });
  useEffect(() => open(formKey), [formKey]);

  const { card = null, problem } = fetcher.data ?? {};
  const isIdle = fetcher.state === 'idle' && state === 'idle';
  // the total on the page is the amount that is paid
  const isOther = card !== null && card.amount !== total;
  useEffect(() => {
    if (isOther && isIdle && attempts.current++ < MAX_ATTEMPTS) void revalidate();
  }, [isOther, isIdle, revalidate]);
  return {
    card: isOther ? null : card,
    problem: problem?.message ?? null,
    isBusy: !isIdle,
    retry: () => void revalidate(),
  };
}
