import type { ComplimentaryQueries } from '#contract/office/complimentary-queries.ts';
import type { QueryTable } from '../query.ts';
import { listOrderableConcerts } from './list-orderable-concerts.ts';

/** What the form of a new order reads (office.md 7.4). */
export const complimentaryQueries: QueryTable<ComplimentaryQueries> = {
  'complimentary:concerts': ({ deps, language }) => listOrderableConcerts(deps.pool, language),
};
