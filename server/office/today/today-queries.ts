import type { TodayQueries } from '#contract/office/today-queries.ts';
import type { QueryTable } from '../query.ts';
import { readHealth } from '../health/read-health.ts';
import { listBoxOfficeConcerts } from './list-box-office-concerts.ts';
import { readToday } from './read-today.ts';

/** Data for the screens of Today and Health (office.md 4). */
export const todayQueries: QueryTable<TodayQueries> = {
  'today:overview': (context) => readToday(context),
  'today:box-office': ({ deps, language }) => listBoxOfficeConcerts(deps.pool, language),
  'health:report': ({ deps }) => readHealth(deps),
};
