import { reconcilePayments } from '../health/reconcile-payments.ts';
import { retryJobs } from '../health/retry-jobs.ts';

/** The commands of Today and Health (office.md 4). */
export const todayCommands = {
  'payments:reconcile': reconcilePayments,
  'job:retry': retryJobs,
};
