import type { PoolClient } from 'pg';
import { z } from 'zod';
import { adminAndOffice, notEditor } from '#contract/office/staff.ts';
import { list, ticked } from '../operations/entries.ts';
import {
  listPostedOrders,
  drawTicketsPdf,
  getOrderDocument,
  createMissingDocuments,
  printTickets,
  reissueTicket,
} from '../documents/operations.ts';
import { defineChange, defineRead } from '../operations/define.ts';
import { conflict, Problem } from '../platform/problem.ts';
import { commandProblemTexts } from '#messages/office/command-problems.ts';
import { findExactOrder, nothingTicked } from '../orders/order-ids.ts';
import {
  getFailedRefund,
  listRefundsWithoutOrder,
  previewRefund,
  markTicketsValid,
  refundTickets,
  retryRefund,
  settleRefundByHand,
} from '../payment/refund-operations.ts';
import { getOrder, saveOrderNote } from './get-order.ts';
import { listBoxOffice, writeBoxOfficeCsv } from '../orders/list-box-office.ts';
import { listDispatch, listConcertChoices, listOrders } from '../orders/list-orders.ts';
import { changeOrderContact } from './change-contact.ts';
import { resendOrderMails } from '../mails/resend-mail.ts';
import { createOrderReport } from '../reports/order-tickets.ts';
import { writeReportCsv } from '../reports/report.ts';
import type { CsvOptions, Paging } from '#contract/office/lists.ts';
import type { OrderFilters } from '../orders/order-filter-sql.ts';
import type { BoxOfficeFilters } from '../orders/list-box-office.ts';

/** Records that a list with data of persons, or the PDF of tickets, was exported; the page streams it (office.md 9). */
const recordOrdersExport = defineChange({
  may: adminAndOffice,
  confirms: true,
  input: z.object({
    /** `orders`, `dispatch`, or the id of a concert for its box office. */
    list: z
      .union([z.enum(['orders', 'dispatch']), z.string().regex(/^\d{1,9}$/)])
      .default('orders'),
    /** Numbers of the postal orders, with `dispatch`. */
    order: list(),
    /** Whether the tickets of the box office are exported, not its list. */
    tickets: ticked(),
  }),
  async run({ client }, { list: name, order, tickets }) {
    const isList = name === 'orders' || name === 'dispatch';
    const thing = isList ? { kind: 'list', id: name, name } : await findConcert(client, name);
    if (name === 'orders') return { output: {}, audit: { thing } };
    if (!isList) {
      const after = { list: 'box-office', ...(tickets ? { with: 'tickets' } : {}) };
      return { output: {}, audit: { thing, after } };
    }
    const printed = await listPostedOrders(client, order);
    if (printed.length === 0) throw new Problem('not_found');
    const after = { with: 'tickets', orders: printed.map(({ orderNo }) => orderNo) };
    return { output: {}, audit: { thing, after } };
  },
});

async function findConcert(client: PoolClient, id: string) {
  const { rows } = await client.query<{ title_de: string }>(
    'select title_de from concert where id = $1',
    [id],
  );
  if (rows[0] === undefined) throw new Problem('not_found');
  return { kind: 'concert', id, name: rows[0].title_de };
}

/** Records that orders were posted, or undoes that (office.md 7.7). Each has an audit entry. */
const markOrdersSent = defineChange({
  may: adminAndOffice,
  input: z.object({
    /** Order numbers. */
    order: list(),
    /** Whether to undo it. */
    undo: z.string().default(''),
  }),
  async run({ client }, { order, undo }) {
    const numbers = order.map((no) => no.toUpperCase()).filter((no) => no !== '');
    if (numbers.length === 0) throw nothingTicked();
    const isUndo = undo !== '';
    const { rows } = await client.query<{ id: number; order_no: string }>(
      `update orders set posted_at = case when $2 then null else now() end
       where order_no = any ($1) and post_since is not null and cancelled_at is null
         and (posted_at is not null) = $2 and ($2 is false or posted_at > now() - interval '10 minutes')
       returning id, order_no`,
      [numbers, isUndo],
    );
    if (rows.length === 0) {
      throw conflict(
        isUndo ? commandProblemTexts.tooLateToUndo : commandProblemTexts.notWaitingForPost,
      );
    }
    return {
      output: { orders: rows.map((row) => row.order_no) },
      audit: rows.map((row) => ({
        thing: { kind: 'order', id: row.id, name: row.order_no },
        after: { sent: !isUndo },
      })),
    };
  },
});

/** The operations of orders, box-office list and post (office.md 7). */
export const orderOperations = {
  'order:refund': refundTickets,
  'order:retry-refund': retryRefund,
  'order:settle-by-hand': settleRefundByHand,
  'order:mark-valid': markTicketsValid,
  'order:resend': resendOrderMails,
  'order:documents': createMissingDocuments,
  'order:note': saveOrderNote,
  'order:contact': changeOrderContact,
  'order:reissue': reissueTicket,
  'order:print': printTickets,
  'order:sent': markOrdersSent,
  'order:export': recordOrdersExport,
  'order:list': defineRead(adminAndOffice, ({ deps, caller }, input: OrderFilters & Paging) =>
    listOrders(deps.pool, caller.language, input),
  ),
  'order:exact': defineRead(adminAndOffice, ({ deps }, { q }: { q: string }) =>
    findExactOrder(deps, q),
  ),
  'order:refunds-without-order': defineRead(adminAndOffice, ({ deps }) =>
    listRefundsWithoutOrder(deps.pool),
  ),
  'order:failed-refund': defineRead(adminAndOffice, getFailedRefund),
  'order:concerts': defineRead(adminAndOffice, ({ deps, caller }) =>
    listConcertChoices(deps.pool, caller.language),
  ),
  'order:csv': defineRead(adminAndOffice, ({ deps }, input: OrderFilters & CsvOptions) =>
    writeReportCsv(createOrderReport(deps.pool, input.language, input), input),
  ),
  'order:page': defineRead(adminAndOffice, getOrder),
  'order:refund-preview': defineRead(adminAndOffice, previewRefund),
  'order:document': defineRead(adminAndOffice, getOrderDocument),
  'order:box-office': defineRead(notEditor, ({ deps, caller }, input: BoxOfficeFilters) =>
    listBoxOffice(deps.pool, caller.language, input),
  ),
  'order:box-office-csv': defineRead(
    adminAndOffice,
    ({ deps }, input: BoxOfficeFilters & CsvOptions) => writeBoxOfficeCsv(deps.pool, input),
  ),
  'order:dispatch': defineRead(adminAndOffice, ({ deps, caller }, input: Paging) =>
    listDispatch(deps.pool, caller.language, input),
  ),
  'order:tickets-pdf': defineRead(adminAndOffice, drawTicketsPdf),
};
