// What the screens of the newsletter (office.md 8.2) read.

/** The queries of this feature. */
export type NewsletterQueries = {};
