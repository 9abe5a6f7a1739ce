// What the screens of Today and Health (office.md 4) read.

/** The queries of this feature. */
export type TodayQueries = {};
