// What the screens of people (office.md 8.1) read.

/** The queries of this feature. */
export type PeopleQueries = {};
