import { releaseExpiredHolds } from './cart/hold.ts';
import type { Env } from './settings/env.ts';
import type { FestivalStore } from './programme/festival-content.ts';
import { listViolatingPayments, saveViolationCounts } from './invariants.ts';
import { dailyProgrammeJob, dailyProgrammeTask } from './newsletter/daily-programme.ts';
import type { DocumentThreads } from './documents/document-threads.ts';
import { documentTasks, lostDocumentsJob } from './documents/document-jobs.ts';
import { checkSales, checkSalesJob } from './today/list-tasks.ts';
import { alarmJob, sendAlarms } from './today/send-alarms.ts';
import type { PaymentDeps } from './payment/settlement.ts';
import { cancelPaymentLater } from './payment/cancel-payment.ts';
import { fetchPayouts, fetchPayoutsJob } from './payment/fetch-payouts.ts';
import { reconcile } from './payment/reconcile.ts';
import { plannedSalesJob, runPlannedSales } from './concerts/planned-sales.ts';
import { executeRefund } from './payment/execute-refund.ts';
import type { RecurringJob, Task } from './platform/jobs/job-runner.ts';
import { requeueLostMails } from './platform/mail/queue-mail.ts';
import { mailKinds } from './mail-kinds.ts';
import { createMailTransport } from './platform/mail/mail-transport.ts';
import { sendMailTask } from './platform/mail/send-mail.ts';
import { concertReminderJob, sendConcertReminders } from './ticket-holders/concert-reminder.ts';
import { sumRevenue, sumRevenueJob } from './reports/revenue.ts';
import { runKinds } from './run-kinds.ts';
import { lostRunItemsJob, runTasks } from './runs/step-run-item.ts';
import { deleteExpiredData, deleteExpiredRequests } from './retention.ts';

export interface JobDeps extends PaymentDeps {
  env: Env;
  festival: FestivalStore;
  threads: DocumentThreads;
}

/** Every task of the job queue by its name. A task calls one command; the commands hold the logic. */
export function jobTasks(
  deps: JobDeps,
): Record<string, Task> & { 'send-mail': Task; 'make-documents': Task } {
  const { env, pool, log, tokens, festival, threads } = deps;
  return {
    'execute-refund': (payload) => executeRefund(deps, Number(payload['refundId'])),
    'cancel-payment': (payload) => cancelPaymentLater(deps, Number(payload['checkoutId'])),
    reconcile: async ({ scheduledFor }) => {
      // everything when run by hand, and once an hour
      const isBetween = typeof scheduledFor === 'string' && !/:00:00/.test(scheduledFor);
      const found = await reconcile(deps, isBetween ? 'recent' : 'all');
      await saveViolationCounts(pool, found);
      if (found.settled > 0) log.warn(found, 'Settled payments for which no webhook arrived');
      if (found.paid_without_ticket_or_refund > 0 || found.tickets_without_payment > 0) {
        const intentIds = await listViolatingPayments(pool);
        log.error({ ...found, intentIds }, 'Payments, orders and tickets do not agree');
      }
    },
    'fetch-payouts': () => fetchPayouts(deps),
    'sum-revenue': () => sumRevenue({ pool, tax: env.taxTreatment }),
    'release-expired-holds': () => releaseExpiredHolds(pool),
    'requeue-lost-mails': async () => {
      await requeueLostMails(pool);
    },
    'delete-expired-data': () => deleteExpiredData(pool),
    'delete-expired-requests': () => deleteExpiredRequests(pool),
    'send-daily-programme': dailyProgrammeTask(pool),
    'run-planned-sales': async () => {
      await runPlannedSales(pool);
    },
    'send-concert-reminders': async () => {
      await sendConcertReminders(pool, new Date());
    },
    'check-sales': () => checkSales(pool, log),
    'send-alarms': async () => {
      await sendAlarms({ pool, env });
    },
    ...runTasks(deps, runKinds),
    ...documentTasks({
      pool,
      threads,
      tokens,
      taxTreatment: env.taxTreatment,
      mailsPerMinute: env.mailsPerMinute,
      festival: () => festival.content(),
    }),
    'send-mail': sendMailTask({
      pool,
      log,
      tokens,
      publicUrl: deps.publicUrl(),
      from: env.mailFrom,
      kinds: mailKinds,
      findSender: (language) => Promise.resolve(festival.sender(language, deps.publicUrl())),
      transport: createMailTransport(pool, env.smtpUrl),
      sendWithDocuments: threads.deliver,
    }),
  };
}

/** The jobs that run on a schedule; times in UTC. */
export const recurringJobs: RecurringJob[] = [
  dailyProgrammeJob,
  lostDocumentsJob,
  checkSalesJob,
  plannedSalesJob,
  concertReminderJob,
  alarmJob,
  fetchPayoutsJob,
  sumRevenueJob,
  lostRunItemsJob,
  { task: 'reconcile', cron: '* * * * *' },
  { task: 'release-expired-holds', cron: '* * * * *' },
  { task: 'requeue-lost-mails', cron: '*/10 * * * *' },
  { task: 'delete-expired-requests', cron: '41 * * * *' },
  { task: 'delete-expired-data', cron: '17 2 * * *', catchUp: 24 * 60 },
];
