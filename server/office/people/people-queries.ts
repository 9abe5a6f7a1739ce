import type { PeopleQueries } from '#contract/office/people-queries.ts';
import type { QueryTable } from '../query.ts';

/** What the screens of people (office.md 8.1) read. */
export const peopleQueries: QueryTable<PeopleQueries> = {};
