import type { ComplimentaryQueries } from '#contract/office/complimentary-queries.ts';
import type { QueryTable } from '../query.ts';
import { listOrderableConcerts } from './list-orderable-concerts.ts';

/** Data for the form of a new order (office.md 7.4). */
export const complimentaryQueries: QueryTable<ComplimentaryQueries> = {
  'complimentary:concerts': ({ deps, language }) => listOrderableConcerts(deps.pool, language),
};
