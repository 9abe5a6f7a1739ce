// What the screens of messages (office.md 8.3) read.

/** The queries of this feature. */
export type MessageQueries = {};
