import type { Pool } from 'pg';
import { accountMailKinds } from './accounts/mails/account-mail-kinds.ts';
import { releaseExpiredHolds } from './cart/release-expired-holds.ts';
import { contactMailKinds } from './contact/mails/contact-mail-kinds.ts';
import type { Env } from './env.ts';
import type { FestivalStore } from './festival/festival-content.ts';
import { newsletterMailKinds } from './newsletter/mails/newsletter-mail-kinds.ts';
import { dailyProgrammeJob, dailyProgrammeTask } from './newsletter/send-daily-programme.ts';
import type { DocumentThreads } from './documents/document-threads.ts';
import { documentTasks, lostDocumentsJob } from './documents/document-jobs.ts';
import { orderMailKinds } from './documents/mails/order-mail-kinds.ts';
import type { PaymentDeps } from './payment/payment-deps.ts';
import { reconcile } from './payment/reconcile.ts';
import { executeRefund } from './payment/execute-refund.ts';
import type { RecurringJob, Task } from './platform/jobs/job-runner.ts';
import type { Logger } from './platform/log.ts';
import type { LoadMonitor } from './platform/process/load-monitor.ts';
import { requeueLostMails } from './platform/mail/queue-mail.ts';
import type { MailKinds } from './platform/mail/email.ts';
import { createMailTransport } from './platform/mail/mail-transport.ts';
import { sendMailTask } from './platform/mail/send-mail.ts';
import type { SignedTokens } from './platform/security/signed-tokens.ts';
import { deleteExpiredData, deleteExpiredRequests } from './retention.ts';

export interface JobDeps {
  env: Env;
  pool: Pool;
  log: Logger;
  tokens: SignedTokens;
  festival: FestivalStore;
  payment: PaymentDeps;
  press: DocumentThreads;
  rush: LoadMonitor;
  publicUrl: () => string;
}

/** Every kind of mail by its name, each written by the feature it belongs to. */
const mailKinds: MailKinds = {
  ...accountMailKinds,
  ...contactMailKinds,
  ...newsletterMailKinds,
  ...orderMailKinds,
};

/** Every task of the job queue by its name. A task calls one command; the commands hold the logic. */
export function jobTasks(parts: JobDeps): Record<string, Task> {
  const { env, pool, log, tokens, festival, payment, press } = parts;
  const executeRefundTask: Task = (payload) => executeRefund(payment, Number(payload['refundId']));
  return {
    'execute-refund': executeRefundTask,
    // the name before this release: its jobs may still be queued, and an older process may add some
    'carry-out-refund': executeRefundTask,
    reconcile: async ({ scheduledFor }) => {
      // by hand, and once an hour: everything
      const isBetween = typeof scheduledFor === 'string' && !/:00:00/.test(scheduledFor);
      const found = await reconcile(payment, isBetween ? 'recent' : 'all');
      if (found.settled > 0) log.warn(found, 'Payments were settled that nobody had told us of');
      if (found.paid_without_ticket_or_refund > 0 || found.tickets_without_payment > 0) {
        log.error(found, 'Payments, orders and tickets do not agree');
      }
    },
    'release-expired-holds': () => releaseExpiredHolds(pool),
    'requeue-lost-mails': async () => {
      await requeueLostMails(pool);
    },
    'release-ended-carts': () => releaseExpiredHolds(pool),
    'forget-old': () => deleteExpiredData(pool),
    'forget-requests': () => deleteExpiredRequests(pool),
    'delete-expired-data': () => deleteExpiredData(pool),
    'delete-expired-requests': () => deleteExpiredRequests(pool),
    'send-daily-programme': dailyProgrammeTask(pool),
    ...documentTasks({
      pool,
      press,
      tokens,
      taxTreatment: env.taxTreatment,
      festival: () => festival.content(),
      rush: parts.rush,
    }),
    'send-mail': sendMailTask({
      pool,
      log,
      tokens,
      publicUrl: parts.publicUrl(),
      from: env.mailFrom,
      kinds: mailKinds,
      findSender: (language) => Promise.resolve(festival.sender(language, parts.publicUrl())),
      transport: createMailTransport(pool, env.smtpUrl),
      sendWithDocuments: press.deliver,
    }),
  };
}

/** What comes by itself; times in UTC. */
export const recurringJobs: RecurringJob[] = [
  dailyProgrammeJob,
  lostDocumentsJob,
  { task: 'reconcile', cron: '* * * * *' },
  { task: 'release-expired-holds', cron: '* * * * *' },
  { task: 'requeue-lost-mails', cron: '*/10 * * * *' },
  { task: 'delete-expired-requests', cron: '41 * * * *' },
  { task: 'delete-expired-data', cron: '17 2 * * *', catchUp: 24 * 60 },
];
