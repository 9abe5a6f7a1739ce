import type { EndpointName } from '#contract/paths.ts';

/** A call counts for an address, the e-mail in the request, both together, the signed-in account, or a cart's session. */
export type CountedBy = 'address' | 'email' | 'email at address' | 'account' | 'session';

/** At most `hits` calls in a window of `minutes`, counted for all processes together. */
export interface WindowRule {
  by: CountedBy;
  hits: number;
  minutes: number;
}

/** Payments opened at the provider, whose own limit would stop everybody's (api.md, Cart). */
const payments: WindowRule[] = [
  { by: 'session', hits: 30, minutes: 10 },
  { by: 'address', hits: 200, minutes: 10 },
];

/**
 * Generous to people (a class registers together, behind one address), strict with programs that guess passwords,
 * fill mailboxes or create accounts (api.md, Conventions; clarifications.md).
 */
export const windowRules: Partial<Record<EndpointName, WindowRule[]>> = {
  login: [
    { by: 'address', hits: 300, minutes: 10 },
    { by: 'email at address', hits: 20, minutes: 10 },
    // higher than the rule above, so that a stranger who guesses does not lock out the owner at once
    { by: 'email', hits: 100, minutes: 60 },
  ],
  register: [
    { by: 'address', hits: 200, minutes: 10 },
    { by: 'email', hits: 10, minutes: 60 },
  ],
  forgotPassword: [
    { by: 'address', hits: 100, minutes: 10 },
    { by: 'email', hits: 6, minutes: 60 },
  ],
  resetPassword: [
    { by: 'address', hits: 200, minutes: 10 },
    { by: 'email', hits: 20, minutes: 60 },
  ],
  resendVerification: [
    { by: 'address', hits: 100, minutes: 10 },
    { by: 'account', hits: 6, minutes: 60 },
  ],
  updateUser: [
    { by: 'address', hits: 200, minutes: 10 },
    { by: 'account', hits: 20, minutes: 10 },
  ],
  sendContactMessage: [
    { by: 'address', hits: 100, minutes: 10 },
    { by: 'email', hits: 20, minutes: 60 },
  ],
  signUpForNewsletter: [
    { by: 'address', hits: 100, minutes: 10 },
    { by: 'email', hits: 6, minutes: 60 },
  ],
  initiatePayment: payments,
  openHostedPage: payments,
};

/** Calls of the shop, limited in this process: nobody shops that fast, but a whole school may buy at once. */
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
]);

/** Per cart session, and per address. */
export const shopRates = {
  session: { perSecond: 20, burst: 200 },
  // on the day of the on-sale thousands come through one provider's address
  address: { perSecond: 2000, burst: 6000 },
};
