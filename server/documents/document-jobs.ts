import { performance } from 'node:perf_hooks';
import { setTimeout as wait } from 'node:timers/promises';
import type { Pool } from 'pg';
import type { RecurringJob, Task } from '../platform/jobs/job-runner.ts';
import type { SignedTokens } from '../platform/security/signed-tokens.ts';
import type { FestivalContent } from '../programme/programme-format.ts';
import type { DocumentThreads } from './document-threads.ts';
import type { TaxTreatment } from './pdf/document-data.ts';
import { lacksDocumentsSql } from '../orders/order-filter-sql.ts';
import { createTicketSigner } from '../orders/ticket-code.ts';
import type { QueuedMail } from '../platform/mail/queue-mail.ts';
import { findWholeOrder, type OrderTicketRow, type WholeOrder } from './find-whole-order.ts';
import type { DocumentDraft } from './store-documents.ts';
import {
  toCancellationData,
  toConfirmationData,
  toInvoiceData,
  toTicketData,
  type CancellationRow,
  type Issuer,
} from './to-document-data.ts';

/** Buyers have priority: for so long, a new order's documents wait while the process is busy selling. */
const MAX_WAIT_MS = 20_000;

/** The dependencies of the document jobs. */
export interface DocumentJobDeps {
  pool: Pool;
  threads: DocumentThreads;
  tokens: SignedTokens;
  taxTreatment: TaxTreatment;
  mailsPerMinute: number;
  festival: () => FestivalContent;
}

/** Enqueues the documents of orders that have none and no pending job. */
export const lostDocumentsJob: RecurringJob = {
  task: 'requeue-lost-documents',
  cron: '5,15,25,35,45,55 * * * *',
};

/** The tasks `make-documents` {orderId} and `make-cancellation` {invoiceId}; threads do the drawing. */
export function documentTasks(
  deps: DocumentJobDeps,
): Record<string, Task> & { 'make-documents': Task } {
  const { pool, threads } = deps;
  const untilIdle = createIdleWait();
  const signer = createTicketSigner(deps.tokens);
  const documentDeps: DocumentDeps = {
    pool,
    threads,
    mailsPerMinute: deps.mailsPerMinute,
    issuer: () => ({ festival: deps.festival(), tax: deps.taxTreatment, signer }),
  };
  return {
    'make-documents': async (payload, { dueAt }) => {
      await untilIdle(dueAt.getTime() + MAX_WAIT_MS);
      await createDocuments(documentDeps, Number(payload.orderId));
    },
    'make-cancellation': (payload) => createCancellation(documentDeps, Number(payload.invoiceId)),
    'requeue-lost-documents': async () => {
      await requeueLostDocuments(pool);
    },
  };
}

/**
 * Enqueues the job again for orders and cancellations of the last days that lack documents and have no pending
 * job: the queue was emptied, or a process was killed at every attempt. Returns how many it enqueued.
 */
export async function requeueLostDocuments(pool: Pool): Promise<number> {
  const orders = await pool.query<{ count: number }>(
    `select count(*) filter (where enqueue_documents(o.id, p_if_lost => true))::integer as count
     from orders o join checkout c on c.id = o.checkout_id
     where ${isRecent('o.created_at')}
       and (${lacksDocumentsSql}
         or (c.delivery_method = 'onlineticket' and exists (
             select from ticket t where t.order_id = o.id and t.voided_at is null
               and not exists (select from document d where d.ticket_id = t.id))))`,
  );
  const cancellations = await pool.query<{ count: number }>(
    `select count(*) filter (where enqueue_cancellation(i.id, p_if_lost => true))::integer as count
     from invoice i
     where i.series = 'cancellation' and ${isRecent('i.issued_at')}
       and not exists (select from document d where d.invoice_id = i.id and d.kind = 'cancellation')`,
  );
  return (orders.rows[0]?.count ?? 0) + (cancellations.rows[0]?.count ?? 0);
}

/** Older than 10 minutes, so that a job that is merely slow is left alone. */
function isRecent(moment: string): string {
  return `${moment} between now() - interval '7 days' and now() - interval '10 minutes'`;
}

/** The span over which the load is measured, in milliseconds. */
const SPAN_MS = 250;
/** From this share of its time on, the event loop is busy: in a rush it is 1, in a busy hour 0.3. */
const MIN_BUSY_SHARE = 0.8;

/** Creates a function that waits while this process's event loop is busy, at most until a time. */
export function createIdleWait(): (latest: number) => Promise<void> {
  let since = performance.eventLoopUtilization();
  let measuredAt = performance.now();
  let isBusy = false;
  const measure = (): boolean => {
    if (performance.now() - measuredAt < SPAN_MS) return isBusy;
    isBusy = performance.eventLoopUtilization(since).utilization >= MIN_BUSY_SHARE;
    since = performance.eventLoopUtilization();
    measuredAt = performance.now();
    return isBusy;
  };
  return async (latest) => {
    while (measure() && Date.now() < latest) await wait(SPAN_MS);
  };
}

/** The dependencies of creating documents. */
export interface DocumentDeps {
  pool: Pool;
  threads: DocumentThreads;
  issuer: () => Issuer;
  mailsPerMinute: number;
}

/**
 * Creates the documents an order still lacks: invoice (if it has one), confirmation, one PDF per valid ticket (online tickets only),
 * another one after its concert was moved.
 * The last document of a new order also queues the confirmation mail. Repeatable.
 */
export async function createDocuments(deps: DocumentDeps, orderId: number): Promise<void> {
  const order = await findWholeOrder(deps.pool, orderId);
  if (order === null) throw new Error(`there is no order ${orderId}`);
  await deps.threads.store({
    orderId: order.id,
    soldConcerts: order.concerts,
    drafts: createDrafts(order, deps.issuer()),
    mails: [
      ...(isConfirmationDue(order) ? toBuyerMails(order, toConfirmationMail(order)) : []),
      ...listMissingTickets(order)
        .filter(({ replaces_id: replacesId }) => replacesId !== null)
        .flatMap(({ id }) =>
          toBuyerMails(order, {
            kind: 'ticket-reissued',
            facts: { orderId: order.id, ticketId: id },
            eventKey: `reissued-${id}`,
          }),
        ),
    ],
  });
}

function createDrafts(order: WholeOrder, issuer: Issuer): DocumentDraft[] {
  const drafts: DocumentDraft[] = [];
  const { invoice } = order;
  if (invoice !== null && !order.existing_kinds.includes('invoice')) {
    const data = toInvoiceData(order, invoice, issuer);
    drafts.push({ data, ticketId: null, invoiceId: invoice.id });
  }
  if (!order.existing_kinds.includes('confirmation')) {
    drafts.push({ data: toConfirmationData(order, issuer), ticketId: null, invoiceId: null });
  }
  return [
    ...drafts,
    ...listOnlineTickets(order)
      .filter((ticket) => ticket.is_outdated)
      .map((ticket) => ({
        data: toTicketData(order, issuer, ticket),
        ticketId: ticket.id,
        moves: ticket.moves,
        invoiceId: null,
      })),
  ];
}

/** Valid tickets that have a PDF: only online tickets do. */
function listOnlineTickets(order: WholeOrder): OrderTicketRow[] {
  if (order.delivery_method !== 'onlineticket') return [];
  return order.tickets.filter((ticket) => ticket.voided_at === null);
}

/** Those without any PDF, of whatever date. */
const listMissingTickets = (order: WholeOrder): OrderTicketRow[] =>
  listOnlineTickets(order).filter((ticket) => !ticket.has_document);

/**
 * Whether the confirmation mail was not queued yet: the last document of a new order queues it. The mail itself does
 * not tell, because an erasure deletes it.
 */
const isConfirmationDue = (order: WholeOrder): boolean =>
  !order.existing_kinds.includes('confirmation') ||
  listMissingTickets(order).some(({ replaces_id: replacesId }) => replacesId === null);

const toConfirmationMail = ({
  id,
  contact,
}: WholeOrder): Omit<QueuedMail, 'recipient' | 'language'> => ({
  kind: 'order-confirmation',
  facts: { orderId: id },
  // tickets that were to be posted or collected come with a mail of their own
  eventKey: ['order', id, ...(contact.delivery_changed_at?.match(/\d+/g) ?? [])].join('-'),
  // an order is finished before the next one starts
  isUrgent: true,
});

/** The mail addressed to the buyer; none for an order without e-mail address. */
function toBuyerMails(
  order: WholeOrder,
  mail: Omit<QueuedMail, 'recipient' | 'language'>,
): QueuedMail[] {
  const { email: recipient, language } = order.contact;
  return recipient === null ? [] : [{ ...mail, recipient, language }];
}

type CancellationOfOrder = CancellationRow & { order_id: number; item_id: number | null };

/** Creates the PDF of a cancellation invoice and queues its mail. Repeatable. */
export async function createCancellation(deps: DocumentDeps, invoiceId: number): Promise<void> {
  const { rows } = await deps.pool.query<CancellationOfOrder>(
    `select i.id, i.order_id, i.year, i.number, i.amount_cents, i.issued_at,
       array(select t.id from ticket t
             where t.order_id = i.order_id and t.voided_at = i.issued_at) as ticket_ids,
       i.refund_id is not null as has_refund,
       exists (select from run_item r where r.invoice_id = i.id and r.owed_cents > 0) as is_chosen,
       (select t.id from run_item t join run r on r.id = t.run_id
        where t.invoice_id = i.id and r.kind = 'concert-cancelled') as item_id,
       (select coalesce(sum(e.amount_cents), 0)::integer from invoice e
        where e.order_id = i.order_id and e.series = 'cancellation' and e.id < i.id) as earlier_cents
     from invoice i where i.id = $1 and i.series = 'cancellation'`,
    [invoiceId],
  );
  const row = rows[0];
  const order = row === undefined ? null : await findWholeOrder(deps.pool, row.order_id);
  if (row === undefined || order === null) throw new Error(`there is no cancellation ${invoiceId}`);
  const data = toCancellationData(order, deps.issuer(), row);
  await deps.threads.store({
    orderId: order.id,
    drafts: [{ data, ticketId: null, invoiceId }],
    mails: toBuyerMails(order, {
      ...(row.item_id === null
        ? { kind: 'order-cancelled', facts: { orderId: order.id, invoiceId } }
        : {
            kind: 'concert-cancelled',
            facts: { orderId: order.id, invoiceId, itemId: row.item_id },
            perMinute: deps.mailsPerMinute,
          }),
      eventKey: `cancelled-${invoiceId}`,
    }),
  });
}
