import { adminAndOffice } from '#contract/office/staff.ts';
import type { TodayQueries } from '#contract/office/today-queries.ts';
import { readHealth } from '../health/read-health.ts';
import { listBoxOfficeConcerts } from './list-box-office-concerts.ts';
import { readToday } from './read-today.ts';
import { reconcilePayments } from '../health/reconcile-payments.ts';
import { retryJobs } from '../health/retry-jobs.ts';
import { defineRead, type OperationsOf } from '../../operations/define.ts';

/** The operations of Today and Health (office.md 4). */
export const todayOperations = {
  'payments:reconcile': reconcilePayments,
  'job:retry': retryJobs,
  'today:overview': defineRead(['admin', 'office', 'editor'], readToday),
  'today:box-office': defineRead(['door'], ({ deps, caller }) =>
    listBoxOfficeConcerts(deps.pool, caller.language),
  ),
  'health:report': defineRead(adminAndOffice, ({ deps }) => readHealth(deps)),
} satisfies OperationsOf<TodayQueries>;
