import { useEffect, useRef, useState, useEffectEvent } from 'react';
import { useFetcher, useNavigate, useRevalidator } from 'react-router';
import type { PaymentIntentResult } from '@stripe/stripe-js';
import { paymentTexts } from '#messages/payment.ts';
import { useTexts } from '../platform/language.tsx';
import { useFormFrame } from '../forms/use-form.ts';
import { useRetries } from '../platform/use-polling.ts';
import { pauseVisit } from '../platform/use-visit.ts';
import type { PaymentStart } from './load-payment.server.ts';
import {
  afterConfirmError,
  confirmationPath,
  outcomeOf,
  pauseBefore,
  PAYMENT_PATH,
} from './payment-outcome.ts';
import type { PaymentResponse, CardPayment } from './submit-payment.server.ts';

/** `offered`: the buyer may pay. `busy`: an overlay covers the page. `unknown`: the server could not be reached. */
type Phase = 'offered' | 'busy' | 'unknown' | 'refunded';

export interface Payment {
  phase: Phase;
  /** For the error box, or the text of the refunded and unknown states. */
  message: string | null;
  /** The provider is still confirming. */
  isProcessing: boolean;
  /** Pays with the function that confirms at the provider. */
  pay: (confirm: () => Promise<PaymentIntentResult>, paymentIntent: string) => void;
  /** Orders a free cart. */
  payFree: () => void;
  /** Queries our server for the result of a payment. */
  settle: (paymentIntent: string) => void;
  /** Repeats the last query, after the server could not be reached. */
  checkAgain: () => void;
}

/** How often an unreachable server is queried before the page reports it. */
const MAX_ATTEMPTS = 5;

/** The state of the payment step, which pays, settles, and never offers a second payment (product.md 4). */
export function usePayment(start: PaymentStart, problem: string | null): Payment {
  const texts = useTexts(paymentTexts);
  const { token } = useFormFrame();
  const { revalidate } = useRevalidator();
  const navigate = useNavigate();
  const [shown, setShown] = useState<{ phase: Phase; message: string | null }>({
    phase: 'offered',
    message: problem,
  });
  const isPaying = useRef(false);
  const show = (phase: Phase, message: string | null) => {
    isPaying.current = phase === 'busy';
    if (phase === 'offered') showAddress(PAYMENT_PATH);
    setShown({ phase, message });
  };
  /** Returns to the offer, with cart and payment loaded again. */
  const offer = (message: string) => {
    show('offered', message);
    void revalidate();
  };

  const completion = useCompletion((result, message, paymentIntent) => {
    if (result === 'unpaid' && paymentIntent !== undefined) {
      show('offered', texts.friendlyError);
      // the money may have arrived in the meantime: the loader looks once more
      return void navigate(addressOf(paymentIntent), { replace: true });
    }
    if (result === 'unpaid') return offer(texts.friendlyError);
    if (result === 'refused') return offer(message);
    show(result === 'refunded' ? 'refunded' : 'unknown', message);
  });
  const submit = (fields: Record<string, string>) => {
    show('busy', null);
    completion.submit(fields);
  };
  const settle = (paymentIntent: string) => submit({ intent: 'complete', paymentIntent });

  const pay: Payment['pay'] = (confirm, paymentIntent) => {
    // a second press does nothing
    if (isPaying.current) return;
    show('busy', null);
    showAddress(addressOf(paymentIntent));
    const confirmAndSettle = async () => {
      // a network failure is an unknown result, too: the server is queried
      const result = await confirm().catch(() => null);
      const next = result?.error ? afterConfirmError(result.error) : 'query';
      if (next === 'query') return settle(paymentIntent);
      if (next === 'renew') return offer(texts.changedElsewhere);
      show('offered', result?.error?.message ?? texts.friendlyError);
    };
    void confirmAndSettle();
  };

  const state = shown.phase === 'offered' && start.step !== 'pay' ? stateOf(start) : shown;
  // with growing pauses while the provider is still confirming
  useRetries(start.step === 'processing', pauseBefore);
  usePausedRefetch(state.phase === 'busy' || state.phase === 'unknown');
  useFreshPage();
  return {
    ...state,
    isProcessing: completion.isProcessing || start.step === 'processing',
    pay,
    payFree: () => isPaying.current || submit({ intent: 'pay', token }),
    settle,
    checkAgain: () => (completion.repeat() ? show('busy', null) : void revalidate()),
  };
}

/** The address of a payment in progress: a reload finds its order even after it is settled. */
const addressOf = (paymentIntent: string) => `${PAYMENT_PATH}?payment_intent=${paymentIntent}`;

const showAddress = (address: string) =>
  window.history.replaceState(window.history.state, '', address);

/** The state from the loader, when no payment can be offered. */
function stateOf(start: PaymentStart): { phase: Phase; message: string | null } {
  if (start.step === 'unknown' || start.step === 'refunded') {
    return { phase: start.step, message: start.message };
  }
  return { phase: start.step === 'processing' ? 'busy' : 'offered', message: null };
}

type Result = 'unpaid' | 'refunded' | 'refused' | 'unknown';

/** Queries until the server knows: a processing payment for as long as it takes, never paying again. */
function useCompletion(
  onResult: (result: Result, message: string, paymentIntent: string | undefined) => void,
) {
  const fetcher = useFetcher<PaymentResponse>();
  const [isProcessing, setProcessing] = useState(false);
  const query = useRef<{ fields: Record<string, string>; attempts: number; lost: number }>(null);
  const send = (fields: Record<string, string>) =>
    void fetcher.submit(fields, { method: 'post', action: PAYMENT_PATH });

  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const response = fetcher.state === 'idle' ? fetcher.data : undefined;
  const onResponse = useEffectEvent(({ orderToken, problem }: PaymentResponse) => {
    // a full page load; the overlay stays until the confirmation is shown
    if (orderToken !== undefined) return window.location.replace(confirmationPath(orderToken));
    const current = query.current;
    if (problem === undefined || current === null) return;
    const outcome = outcomeOf(problem);
    setProcessing(outcome === 'processing');
    if (outcome !== 'processing') {
      if (outcome !== 'unreachable')
        return onResult(outcome, problem.message, current.fields.paymentIntent);
      if (++current.lost >= MAX_ATTEMPTS) return onResult('unknown', problem.message, undefined);
    }
    timer.current = setTimeout(() => send(current.fields), pauseBefore(current.attempts++));
  });
  useEffect(() => {
    if (response !== undefined) onResponse(response);
  }, [response]);

  const submit = (fields: Record<string, string>) => {
    query.current = { fields, attempts: 0, lost: 0 };
    send(fields);
  };
  return {
    isProcessing,
    submit,
    /** Sends the last query again; false when there was none. */
    repeat() {
      const last = query.current?.fields;
      if (last !== undefined) submit(last);
      return last !== undefined;
    },
  };
}

/** The 60-second refetch waits while a payment is in progress (product.md 2). */
function usePausedRefetch(isPaused: boolean): void {
  useEffect(() => (isPaused ? pauseVisit() : undefined), [isPaused]);
}

/** From the back/forward cache the page would show an outdated state. */
function useFreshPage(): void {
  useEffect(() => {
    const reload = (event: PageTransitionEvent) => event.persisted && window.location.reload();
    window.addEventListener('pageshow', reload);
    return () => window.removeEventListener('pageshow', reload);
  }, []);
}

/** How often a cart that changes in the meantime (in another tab) is loaded again. */
const MAX_RELOADS = 3;

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
 * @param totalCents of the cart; nothing is opened for 0
 * @param loadedAt changes with every load
 */
export function useCardPayment(totalCents: number, loadedAt: number): CardPaymentState {
  const fetcher = useFetcher<PaymentResponse>();
  const { revalidate, state } = useRevalidator();
  const attempts = useRef(0);
  const open = useEffectEvent((_loadedAt: number) => {
    const options = { method: 'post', action: PAYMENT_PATH } as const;
    if (totalCents > 0) void fetcher.submit({ intent: 'card' }, options);
  });
  useEffect(() => open(loadedAt), [loadedAt]);

  const { card = null, problem } = fetcher.data ?? {};
  const isIdle = fetcher.state === 'idle' && state === 'idle';
  // the total on the page is the amount that is paid
  const isOther = card !== null && card.amountCents !== totalCents;
  useEffect(() => {
    if (isOther && isIdle && attempts.current++ < MAX_RELOADS) void revalidate();
  }, [isOther, isIdle, revalidate]);
  return {
    card: isOther ? null : card,
    problem: problem?.message ?? null,
    isBusy: !isIdle,
    retry: () => void revalidate(),
  };
}
