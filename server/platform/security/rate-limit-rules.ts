import type { EndpointName } from '#contract/paths.ts';

/**
 * A call counts for an address, for the e-mail in the request together with the address, for the signed-in account, or
 * for a cart's session. `email of strangers` counts the e-mail alone, but not for visitors who are known to its
 * account. Except at the login, name+anything counts as name: its mails reach the same mailbox.
 */
export type CountedBy =
  | 'address'
  | 'email at address'
  | 'email of strangers'
  | 'account'
  | 'session';

/** At most `hits` calls in a window of `minutes`, counted for all processes together. */
export interface WindowRule {
  by: CountedBy;
  hits: number;
  minutes: number;
  /** Calls with the same name here are counted together. */
  sharedAs?: string;
}

/** Calls that send mail to an address just typed: few, so that nobody can advertise through our mails. */
const mailsToNewAddresses: WindowRule = {
  by: 'address',
  hits: 100,
  minutes: 60,
  sharedAs: 'mails to new addresses',
};

/** Payments opened at the provider, whose own limit would stop everybody's (api.md, Cart). */
const payments: WindowRule[] = [
  { by: 'session', hits: 30, minutes: 10, sharedAs: 'payments' },
  { by: 'address', hits: 200, minutes: 10, sharedAs: 'payments' },
];

/** Payments read at the provider for a browser, some for each purchase. */
const paymentReads: WindowRule[] = [
  { by: 'address', hits: 1000, minutes: 10, sharedAs: 'payment reads' },
];

/**
 * Generous to people (a class registers together, behind one address), strict with programs that guess passwords,
 * fill mailboxes or create accounts (api.md, Conventions). Applied in this sequence: a call that one
 * rule refuses does not count for the rules after it.
 */
export const windowRules: Partial<Record<EndpointName, WindowRule[]>> = {
  login: [
    { by: 'email at address', hits: 20, minutes: 10 },
    { by: 'address', hits: 300, minutes: 10 },
    // above what one network reaches by the first rule
    { by: 'email of strangers', hits: 200, minutes: 60 },
  ],
  register: [{ by: 'email at address', hits: 10, minutes: 60 }, mailsToNewAddresses],
  forgotPassword: [
    { by: 'email at address', hits: 4, minutes: 60 },
    { by: 'address', hits: 100, minutes: 10 },
    // above what one network reaches by the first rule, few enough for a mailbox
    { by: 'email of strangers', hits: 6, minutes: 60 },
  ],
  // not by e-mail: a token of 256 bits cannot be guessed, and anybody could use up the owner's attempts
  resetPassword: [{ by: 'address', hits: 200, minutes: 10 }],
  resendVerification: [
    { by: 'address', hits: 100, minutes: 10 },
    { by: 'account', hits: 6, minutes: 60 },
    mailsToNewAddresses,
  ],
  updateUser: [
    { by: 'address', hits: 200, minutes: 10 },
    { by: 'account', hits: 20, minutes: 10 },
    mailsToNewAddresses,
  ],
  // guests': a session without a cart gets one, and its details
  saveDeliveryDetails: [{ by: 'address', hits: 500, minutes: 10 }],
  sendContactMessage: [
    { by: 'email at address', hits: 20, minutes: 60 },
    { by: 'address', hits: 100, minutes: 10 },
  ],
  signUpForNewsletter: [
    { by: 'email at address', hits: 4, minutes: 60 },
    mailsToNewAddresses,
    { by: 'email of strangers', hits: 6, minutes: 60 },
  ],
  initiatePayment: payments,
  openHostedPage: payments,
  completePayment: paymentReads,
  completeHostedPage: paymentReads,
  resumePayment: paymentReads,
  settleReturn: paymentReads,
};

/** Calls of the shop, limited in this process: no buyer is that fast, but a whole school may buy at once. */
export const shopCalls: ReadonlySet<EndpointName> = new Set<EndpointName>([
  'addToCart',
  'updateCart',
  'extendCart',
  'clearCart',
  'chooseDelivery',
  'saveDeliveryDetails',
  'initiatePayment',
  'completePayment',
  'resumePayment',
  'openHostedPage',
  'completeHostedPage',
  'settleReturn',
]);

/** Per cart session, and per address. */
export const shopRates = {
  session: { perSecond: 20, burst: 200 },
  // when a sale opens, thousands of buyers may share one address of an internet provider
  address: { perSecond: 2000, burst: 6000 },
};
