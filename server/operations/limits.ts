// Every limit on calls, in one table. Generous to people (a class registers together, behind one address), strict with
// programs that guess passwords, fill mailboxes or create accounts (api.md, Conventions; office.md 2.7).

/**
 * What hits are counted by: the network (an IPv4 address; of IPv6 the /56, and five times as many for its /48), the
 * e-mail in the input, its mailbox (name+anything is name), the cart, the customer, the person of the staff or the
 * session of such a person, or the token that was sent. `email` and `session` have no hits when a passkey is sent: nobody guesses one.
 */
export type By =
  | 'network'
  | 'email'
  | 'mailbox'
  | 'cart'
  | 'account'
  | 'staff'
  | 'session'
  | 'token';

/** At most `hits` calls in a window of `minutes`, counted in the database for all processes together. */
export interface WindowLimit {
  by: readonly By[];
  hits: number;
  minutes: number;
  /** Rows with the same name here are counted together. */
  as?: string;
  /** What happens to visitors in a network or browser where the owner of the e-mail has signed in (decision 16). */
  knownVisitors?: 'do not count' | 'count and pass';
  /** A success takes its own hit back, as does a refused call, or it starts the count again. */
  success?: 'forgives' | 'restarts';
  /** From the last allowed hit on, further ones are refused for these minutes; the owner is notified if it fails. */
  lockMinutes?: number;
}

/** Calls per second in this process. */
export interface RateLimit {
  by: 'cart' | 'network' | 'token';
  perSecond: number;
  burst: number;
}

/** No buyer is that fast, but thousands may share one address of an internet provider when a sale opens. */
const shop: readonly RateLimit[] = [
  { by: 'cart', perSecond: 20, burst: 200 },
  { by: 'network', perSecond: 2000, burst: 6000 },
];

/** Few, so that nobody can advertise through our mails to an address just typed. */
const newAddresses: WindowLimit = {
  by: ['network'],
  hits: 100,
  minutes: 60,
  as: 'mails to new addresses',
};

const registrations: readonly WindowLimit[] = [
  { by: ['mailbox', 'network'], hits: 10, minutes: 60, as: 'register' },
  newAddresses,
];

/** Mails that anybody may ask for, to a mailbox known to us. */
const requestedMails: readonly WindowLimit[] = [
  { by: ['mailbox', 'network'], hits: 4, minutes: 60 },
  { by: ['network'], hits: 100, minutes: 10 },
  // above what one network reaches by the first limit, few enough for a mailbox
  { by: ['mailbox'], hits: 6, minutes: 60, knownVisitors: 'do not count' },
];

/** Payments opened at the provider, whose own limit would stop everybody's (api.md, Cart). */
const payments: readonly (WindowLimit | RateLimit)[] = [
  ...shop,
  { by: ['cart'], hits: 30, minutes: 10, as: 'payments' },
  { by: ['network'], hits: 200, minutes: 10, as: 'payments' },
];

/** Payments read at the provider for a browser, some for each purchase. */
const paymentReads: readonly (WindowLimit | RateLimit)[] = [
  ...shop,
  { by: ['network'], hits: 1000, minutes: 10, as: 'payment reads' },
];

/** The limits of each operation, in order: one that refuses a call leaves those after it uncounted. */
export const limits = {
  'cart:add': shop,
  'cart:set': shop,
  'cart:extend': shop,
  'cart:clear': shop,
  'checkout:choose-delivery': shop,
  // guests': a session without a cart gets one, and its details
  'checkout:save-details': [...shop, { by: ['network'], hits: 500, minutes: 10 }],
  'checkout:save-details of a customer': shop,
  'checkout:save-details with password': [...shop, ...registrations],
  'payment:initiate': payments,
  'payment:open-page': payments,
  'payment:complete': paymentReads,
  'payment:complete-page': paymentReads,
  'payment:resume': paymentReads,
  'payment:settle-return': paymentReads,

  'account:log-in': [
    { by: ['email', 'network'], hits: 20, minutes: 10, success: 'restarts' },
    { by: ['network'], hits: 300, minutes: 10 },
    // above what one network reaches by the first limit
    { by: ['email'], hits: 200, minutes: 60, knownVisitors: 'do not count' },
  ],
  'account:register': registrations,
  'account:forgot-password': requestedMails,
  'tickets:find': requestedMails,
  // not by e-mail: a token of 256 bits cannot be guessed, and anybody could use up the owner's attempts
  'account:reset-password': [{ by: ['network'], hits: 200, minutes: 10 }],
  'account:resend-verification': [
    { by: ['network'], hits: 100, minutes: 10 },
    { by: ['account'], hits: 6, minutes: 60 },
    newAddresses,
  ],
  // a new name is not a guess at a password
  'account:update with currentPassword': [
    { by: ['network'], hits: 200, minutes: 10 },
    { by: ['account'], hits: 20, minutes: 10 },
    newAddresses,
  ],
  'contact:send': [
    { by: ['mailbox', 'network'], hits: 20, minutes: 60 },
    { by: ['network'], hits: 100, minutes: 10 },
  ],
  'newsletter:sign-up': [
    { by: ['mailbox', 'network'], hits: 4, minutes: 60 },
    newAddresses,
    { by: ['mailbox'], hits: 6, minutes: 60, knownVisitors: 'do not count' },
  ],

  'door:redeem': [{ by: ['network'], hits: 20, minutes: 10, success: 'forgives' }],
  'door:send': [{ by: 'token', perSecond: 10, burst: 10 }],
  'door:changes': [{ by: 'token', perSecond: 5, burst: 5 }],
  'door:list': [{ by: ['token'], hits: 10, minutes: 1 }],

  'staff:sign-in': [
    { by: ['email', 'network'], hits: 10, minutes: 10, success: 'forgives' },
    {
      by: ['email'],
      hits: 30,
      minutes: 60,
      success: 'forgives',
      knownVisitors: 'count and pass',
      lockMinutes: 15,
    },
    { by: ['network'], hits: 100, minutes: 10, success: 'forgives' },
  ],
  'staff:step-up': [
    { by: ['session'], hits: 10, minutes: 10, success: 'forgives' },
    { by: ['session'], hits: 30, minutes: 60, success: 'forgives', lockMinutes: 15 },
  ],
  'office post': [{ by: ['staff'], hits: 600, minutes: 10 }],
  'office export': [{ by: ['staff'], hits: 20, minutes: 10 }],
} satisfies Record<string, readonly (WindowLimit | RateLimit)[]>;

/** The row of the table for an operation; undefined without limits. `fills`: whether a field of the input is filled. */
export function findLimits(
  name: string,
  isCustomer: boolean,
  fills: (field: string) => boolean,
): readonly (WindowLimit | RateLimit)[] | undefined {
  const rows: Partial<Record<string, readonly (WindowLimit | RateLimit)[]>> = limits;
  return (
    (isCustomer ? rows[`${name} of a customer`] : undefined) ??
    // the checkout's form creates an account, too
    (fills('password') ? rows[`${name} with password`] : undefined) ??
    (fills('currentPassword') ? rows[`${name} with currentPassword`] : undefined) ??
    rows[name]
  );
}
