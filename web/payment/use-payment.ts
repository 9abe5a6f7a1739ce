import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useRevalidator } from 'react-router';
import type { PaymentIntentResult } from '@stripe/stripe-js';
import { paymentTexts } from '#messages/payment.ts';
import { pauseCartRefetch, refetchCart } from '../platform/cart-store.ts';
import { useTexts } from '../platform/language.ts';
import { askForOrder } from './ask-for-order.ts';
import type { PaymentStart } from './open-payment.ts';
import { endPayment, forgetPayment, rememberPayment } from './payment-in-hand.ts';
import { afterConfirmError } from './payment-outcome.ts';

/** `offered`: the buyer may pay. `busy`: covered. `unknown`: the server could not be asked. */
export type Phase = 'offered' | 'busy' | 'unknown' | 'refunded';

export interface Payment {
  phase: Phase;
  /** For the error box, or what the refunded and unknown states say. */
  message: string | null;
  /** The provider is still confirming. */
  processing: boolean;
  /** Pays with what confirms at the provider; null for an order free of charge. */
  pay: (confirm: (() => Promise<PaymentIntentResult>) | null) => Promise<void>;
  /** Asks our server again what became of the payment. */
  askAgain: () => Promise<void>;
}

/** The states of the payment step (product.md 4): pays, settles, and never offers a second payment. */
export function usePayment(start: PaymentStart): Payment {
  const texts = useTexts(paymentTexts);
  const { revalidate } = useRevalidator();
  const [phase, setPhase] = useState<Phase>(start.step === 'settle' ? 'busy' : 'offered');
  const [message, setMessage] = useState<string | null>(null);
  const [processing, setProcessing] = useState(false);
  const once = useOnce();
  const intent = start.step === 'pay' ? start.initiated.paymentIntent : null;
  const masterDataId = start.step === 'pay' ? start.details.master_data_id : undefined;
  const asked = useRef<string | null>(null);

  /** Back to the offer, with a fresh look at cart and payment. */
  const offer = (text: string) => {
    forgetPayment();
    show('offered', text);
    void revalidate();
  };

  const settle = async (paymentIntent: string) => {
    asked.current = paymentIntent;
    setPhase('busy');
    const result = await askForOrder(paymentIntent, masterDataId, () => setProcessing(true));
    setProcessing(false);
    if (result.outcome === 'unknown') return show('unknown', result.message);
    if (result.outcome === 'unpaid') return offer(texts.friendlyError);
    if (result.outcome === 'refused') return offer(result.message);
    await refetchCart().catch(() => undefined);
    // not before: a reload until here finishes the payment again
    endPayment();
    // the overlay stays until the confirmation is there
    if (result.outcome === 'ordered') return goToConfirmation(result.token);
    show('refunded', result.message);
  };

  const show = (next: Phase, text: string) => {
    setMessage(text);
    setPhase(next);
  };

  const settleFirst = useEffectEvent((paymentIntent: string) => once(() => settle(paymentIntent)));
  useEffect(() => {
    if (start.step === 'settle') void settleFirst(start.paymentIntent);
  }, [start]);
  usePausedRefetch(phase === 'busy' || phase === 'unknown');
  useFreshPage();

  const confirmAndSettle = async (confirm: (() => Promise<PaymentIntentResult>) | null) => {
    if (intent === null) return;
    setMessage(null);
    setPhase('busy');
    rememberPayment(intent);
    // a fault on the way is an unknown result, too: the server is asked
    const result = confirm && (await confirm().catch(() => null));
    if (!result?.error) return await settle(intent);
    const next = afterConfirmError(result.error);
    if (next === 'ask') return await settle(intent);
    const text = result.error.message ?? texts.friendlyError;
    if (next === 'renew') return offer(text);
    forgetPayment();
    show('offered', text);
  };

  const pay: Payment['pay'] = (confirm) => once(() => confirmAndSettle(confirm));
  const askAgain = () => once(async () => void (asked.current && (await settle(asked.current))));
  return { phase, message, processing, pay, askAgain };
}

/** One thing at a time: a second press or a second effect does nothing. */
function useOnce(): (deed: () => Promise<void>) => Promise<void> {
  const running = useRef(false);
  return async (deed) => {
    if (running.current) return;
    running.current = true;
    await deed().finally(() => (running.current = false));
  };
}

/** A full page load: the confirmation has its own policies (clarifications.md, Pages). */
function goToConfirmation(token: string): void {
  window.location.replace(`/ticketshop/order-confirmation?token=${encodeURIComponent(token)}`);
}

/** The 60-second refetch waits while a payment is in hand (clarifications.md, Pages). */
function usePausedRefetch(paused: boolean): void {
  useEffect(() => (paused ? pauseCartRefetch() : undefined), [paused]);
}

/** From the back/forward cache the page would show a state that is over. */
function useFreshPage(): void {
  useEffect(() => {
    const reload = (event: PageTransitionEvent) => event.persisted && window.location.reload();
    window.addEventListener('pageshow', reload);
    return () => window.removeEventListener('pageshow', reload);
  }, []);
}
