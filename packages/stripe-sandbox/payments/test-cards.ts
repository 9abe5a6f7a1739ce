/** Why a card is declined: Stripe's code, the bank's code and Stripe's English message. */
export type Decline = { code: string; declineCode: string | null; message: string };

/** The behaviour of a test card when an intent is confirmed with it. */
export type TestCard = {
  brand: 'visa' | 'mastercard' | 'amex';
  on: 'pay' | 'decline' | 'authenticate' | 'process';
  decline?: Decline;
  /** Refunds to this card stay pending first, or fail after they have succeeded. */
  refund?: 'pending' | 'fails';
  /** The bank opens a dispute immediately. */
  isDisputed?: boolean;
  /** Names the API takes instead of a number. */
  tokens: string[];
};

const declined = (declineCode: string, message = 'Your card was declined.'): Decline => ({
  code: 'card_declined',
  declineCode,
  message,
});

const DECLINES = {
  generic: declined('generic_decline'),
  funds: declined('insufficient_funds', 'Your card has insufficient funds.'),
  lost: declined('lost_card'),
  live: declined(
    'test_mode_live_card',
    'Your card was declined. Your request was in test mode, but used a non test card.',
  ),
  expired: { code: 'expired_card', declineCode: null, message: 'Your card has expired.' },
  cvc: {
    code: 'incorrect_cvc',
    declineCode: null,
    message: "Your card's security code is incorrect.",
  },
  processing: {
    code: 'processing_error',
    declineCode: null,
    message: 'An error occurred while processing your card. Try again in a little bit.',
  },
} satisfies Record<string, Decline>;

const pays = (...tokens: string[]): TestCard => ({ brand: 'visa', on: 'pay', tokens });
const declines = (decline: Decline, token: string): TestCard => ({
  brand: 'visa',
  on: 'decline',
  decline,
  tokens: [`pm_card_chargeDeclined${token}`, `pm_card_visa_chargeDeclined${token}`],
});

/** Stripe's documented test cards, and two of ours (…7007, …7015: no real card is asynchronous). */
export const TEST_CARDS: ReadonlyMap<string, TestCard> = new Map(
  Object.entries({
    4242424242424242: pays('pm_card_visa'),
    4000056655665556: pays('pm_card_visa_debit'),
    4000002760000016: pays('pm_card_de'),
    5555555555554444: { ...pays('pm_card_mastercard'), brand: 'mastercard' },
    378282246310005: { ...pays('pm_card_amex'), brand: 'amex' },
    4000000000000002: declines(DECLINES.generic, ''),
    4000000000009995: declines(DECLINES.funds, 'InsufficientFunds'),
    4000000000009987: declines(DECLINES.lost, 'LostCard'),
    4000000000000069: declines(DECLINES.expired, 'ExpiredCard'),
    4000000000000127: declines(DECLINES.cvc, 'IncorrectCvc'),
    4000000000000119: declines(DECLINES.processing, 'ProcessingError'),
    4000002500003155: { ...pays('pm_card_authenticationRequiredOnSetup'), on: 'authenticate' },
    4000002760003184: { ...pays('pm_card_authenticationRequired'), on: 'authenticate' },
    4000000000003220: { ...pays('pm_card_threeDSecure2Required'), on: 'authenticate' },
    4000008400001629: {
      ...declines(DECLINES.generic, 'AfterAuthentication'),
      on: 'authenticate',
    },
    4000000000007726: { ...pays('pm_card_pendingRefund'), refund: 'pending' },
    4000000000005126: { ...pays('pm_card_refundFail'), refund: 'fails' },
    4000000000000259: { ...pays('pm_card_createDispute'), isDisputed: true },
    4000000000007007: { ...pays('pm_card_processing'), on: 'process' },
    4000000000007015: { ...declines(DECLINES.generic, 'Later'), on: 'process' },
  } satisfies Record<string, TestCard>),
);

/** A card that is valid by its check digit, but not one of these. */
export const LIVE_CARD: TestCard = {
  brand: 'visa',
  on: 'decline',
  decline: DECLINES.live,
  tokens: [],
};

/** The number behind a token such as `pm_card_visa`. */
export function numberOfToken(token: string): string | undefined {
  for (const [number, card] of TEST_CARDS) if (card.tokens.includes(token)) return number;
  return undefined;
}

/** The card a payment method was made from. */
export function cardOf(name: string): TestCard {
  return TEST_CARDS.get(name) ?? LIVE_CARD;
}

/** The check digit of card numbers (Luhn). */
export function hasValidCheckDigit(number: string): boolean {
  const sum = Array.from(number, Number)
    .toReversed()
    .map((digit, index) => (index % 2 === 0 ? digit : digit * 2))
    .reduce((total, value) => total + (value > 9 ? value - 9 : value), 0);
  return number.length >= 12 && sum % 10 === 0;
}
