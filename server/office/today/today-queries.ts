import type { TodayQueries } from '#contract/office/today-queries.ts';
import type { QueryTable } from '../query.ts';

/** What the screens of Today and Health (office.md 4) read. */
export const todayQueries: QueryTable<TodayQueries> = {};
