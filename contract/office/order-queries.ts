// What the screens of orders, box-office list and post (office.md 7) read.

/** The queries of this feature. */
export type OrderQueries = {};
