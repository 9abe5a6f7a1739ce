import type { PaymentIntent } from '@stripe/stripe-js';
import { describe, expect, it } from 'vitest';
import { afterConfirmError, pauseBefore, outcomeOf } from './payment-outcome.ts';

const intent = (status: PaymentIntent.Status) => ({ status }) as PaymentIntent;

const conflict = (errorKey?: string) =>
  outcomeOf({ status: 409, ...(errorKey ? { errorKey } : {}) });

describe('the response to complete', () => {
  it('lets the buyer pay again only when the server knows that nothing was paid', () => {
    expect(outcomeOf({ status: 402 })).toBe('unpaid');
    expect(outcomeOf({ status: 0 })).toBe('unreachable');
    expect(outcomeOf({ status: 502 })).toBe('unreachable');
    expect(outcomeOf({ status: 429 })).toBe('unreachable');
  });

  it('tells the three kinds of 409 apart', () => {
    expect(conflict('TRANSLATION.PAYMENT.ERROR.PROCESSING')).toBe('processing');
    expect(conflict('TRANSLATION.PAYMENT.ERROR.REFUNDED')).toBe('refunded');
    expect(conflict()).toBe('refused');
  });

  it('is requested with growing pauses', () => {
    expect([0, 1, 2, 3, 4, 9].map(pauseBefore)).toEqual([1000, 2000, 4000, 8000, 10_000, 10_000]);
  });
});

describe('an error of the provider', () => {
  it('shows its message for card, validation and request errors', () => {
    for (const type of ['card_error', 'validation_error', 'invalid_request_error'] as const) {
      expect(afterConfirmError({ type })).toBe('show');
    }
    const declined = { type: 'card_error', payment_intent: intent('requires_payment_method') };
    expect(afterConfirmError(declined as Parameters<typeof afterConfirmError>[0])).toBe('show');
  });

  it('queries our server when the money may have moved', () => {
    expect(afterConfirmError({ type: 'api_connection_error' })).toBe('query');
    expect(afterConfirmError({ type: 'api_error' })).toBe('query');
    const paid = { type: 'invalid_request_error', payment_intent: intent('succeeded') } as const;
    expect(afterConfirmError(paid)).toBe('query');
  });

  it('opens a new payment when this one was cancelled in another tab', () => {
    const gone = { type: 'invalid_request_error', payment_intent: intent('canceled') } as const;
    expect(afterConfirmError(gone)).toBe('renew');
  });
});
