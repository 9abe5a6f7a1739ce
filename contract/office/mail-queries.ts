// What the screens of the outbox (office.md 8.4) read.

/** The queries of this feature. */
export type MailQueries = {};
