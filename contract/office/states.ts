// The states and keys that the office shows in words.

/** The states of an order, in the sequence of office.md 7.1: the first that applies. */
export const orderStates = [
  'disputed',
  'refund-failed',
  'cancelled',
  'dispute-lost',
  'partly-cancelled',
  'free',
  'paid',
] as const;

export type OrderState = (typeof orderStates)[number];

/** States of a mail in the outbox (office.md 8.4). */
export const mailStates = ['waiting', 'failing', 'sent', 'refused', 'dropped'] as const;

export type MailState = (typeof mailStates)[number];

/** States of a message (office.md 8.3). */
export const messageStates = ['new', 'answered', 'done'] as const;

export type MessageState = (typeof messageStates)[number];

/** States of a subscription (office.md 8.2). */
export const subscriptionStates = ['confirmed', 'waiting', 'off'] as const;

export type SubscriptionState = (typeof subscriptionStates)[number];

/** States of a concert (office.md 5). */
export const concertStates = ['draft', 'published', 'withdrawn', 'cancelled'] as const;

export type ConcertState = (typeof concertStates)[number];

/** The sale of a concert in the office's list (office.md 5.2). */
export type ConcertSaleState = 'not-started' | 'planned' | 'on-sale' | 'stopped' | 'sold-out';

/** Why somebody gets complimentary tickets. */
export const complimentaryReasons = [
  'press',
  'performers',
  'sponsors',
  'goodwill',
  'other',
] as const;

export type ComplimentaryReason = (typeof complimentaryReasons)[number];

/** The conditions that require an action (office.md 4.4). */
export type TaskKey =
  | 'differ'
  | 'refund-failed'
  | 'mail-failing'
  | 'mail-refused'
  | 'documents-late'
  | 'post-late'
  | 'jobs-late'
  | 'job-failed'
  | 'webhook-silent'
  | 'dispute'
  | 'tickets-undecided'
  | 'donation-returned'
  | 'messages'
  | 'few-left'
  | 'sale-late';

/** The parts of the shop that the page Health checks. */
export type HealthItemKey =
  | 'database'
  | 'processes'
  | 'jobs'
  | 'mails'
  | 'proxy'
  | 'provider'
  | 'comparison'
  | 'sums'
  | 'disk'
  | 'archive'
  | 'verification'
  | 'version'
  | 'clock';

/** Why the archive fails, as far as the page says it in the reader's language; `words`: the server's words alone. */
export type ArchiveReason =
  | 'full'
  | 'missing'
  | 'silent'
  | 'not-writable'
  | 'other-shop'
  | 'gap'
  | 'no-base-backup'
  | 'damaged'
  | 'differs'
  | 'not-archived'
  | 'busy'
  | 'killed'
  | 'words';
