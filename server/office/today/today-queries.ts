import type { TodayQueries } from '#contract/office/today-queries.ts';
import type { QueryTable } from '../office-queries.ts';

/** What the screens of Today and Health (office.md 4) read. */
export const todayQueries: QueryTable<TodayQueries> = {};
