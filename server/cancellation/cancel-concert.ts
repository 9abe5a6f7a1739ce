import type { PoolClient } from 'pg';
import { z } from 'zod';
import { admin, adminAndOffice } from '#contract/office/staff.ts';
import type { SaleDocument } from '#contract/office/concert-document.ts';
import { cancelTexts } from '#messages/office/cancel.ts';
import { actorOf } from '../operations/caller.ts';
import { thingOf, writeSwitch } from '../concerts/change-concert.ts';
import { MOVED_CONCERT_RUN } from '../concerts/move-concert.ts';
import { lockConcert } from '../concerts/stored-concert.ts';
import {
  defineChange,
  defineRead,
  type ChangeContext,
  type Context,
} from '../operations/define.ts';
import { rowId, text, ticked } from '../operations/entries.ts';
import { conflict, invalidField, Problem } from '../platform/problem.ts';
import { announceProgramme } from '../programme/load-programme.ts';
import { orderRun } from '../runs/order-run.ts';
import type { RunKind, RunRow } from '../runs/run-kind.ts';
import { endOpenPayments, lockStock } from '../concerts/hold-sale.ts';
import { readRefunds, writeRunCsv } from './read-refunds.ts';
import { refundBuyer, retryRefund } from './refund-buyer.ts';

const MAX_REASON_LENGTH = 500;

/** The name of this kind of run. */
export const CANCELLED_CONCERT_RUN = 'concert-cancelled';

/** Cancels a concert at once, and orders the run that refunds its buyers (office.md 6). */
const cancelConcert = defineChange({
  may: admin,
  confirms: true,
  input: z.object({
    id: rowId(),
    reason_de: text(MAX_REASON_LENGTH),
    reason_en: text(MAX_REASON_LENGTH),
    slug: z.coerce.string().trim().default(''),
    donation: ticked(),
  }),
  async run({ client, deps, caller }, input) {
    const stored = await lockConcert(client, input.id);
    if (input.slug !== stored.slug) throw invalidField('slug', cancelTexts.wrongSlug);
    if (stored.state === 'cancelled') throw conflict(cancelTexts.alreadyCancelled);
    if (stored.state === 'draft') throw conflict(cancelTexts.isDraft);
    const { name } = actorOf(caller);
    const { sale } = stored.version.document;
    if (sale !== undefined) await writeSwitch(client, stored, stopped(sale), name);
    await endChoices(client, stored.id);
    await lockStock(client, stored.id);
    await client.query(
      `update concert set cancelled_at = now(), cancel_reason = $2, updated_at = clock_timestamp() where id = $1`,
      [stored.id, { de: input.reason_de, en: input.reason_en }],
    );
    const offersDonation =
      input.donation && deps.festival.content().association.donations !== undefined;
    const runId = await orderRun(client, {
      kind: CANCELLED_CONCERT_RUN,
      concertId: stored.id,
      orderedBy: name,
      facts: { offersDonation, sale: sale ?? null },
      items: await listOrders(client, stored.id),
    });
    await endOpenPayments(client, stored.id);
    await announceProgramme(client);
    return {
      output: { id: stored.id, run: runId },
      audit: {
        thing: thingOf(stored.id, stored.version.document),
        before: { state: stored.state, onSale: stored.onsale },
        after: {
          state: 'cancelled',
          onSale: false,
          reason_de: input.reason_de,
          reason_en: input.reason_en,
        },
      },
      after: deps.stockChanged,
    };
  },
});

const stopped = (sale: SaleDocument): SaleDocument => ({
  ...sale,
  onSale: false,
  onSaleFrom: undefined,
  onSaleUntil: undefined,
});

/** Lets what a move has offered end when the run of the cancellation begins. Before the stock: a step locks its item first. */
async function endChoices(client: PoolClient, concertId: number): Promise<void> {
  await client.query(
    `with due as (
       update run_item set next_at = now() + interval '1 minute'
       where state = 'asked' and run_id in (select id from run where concert_id = $1 and kind = $2)
       returning id, next_at
     ) select enqueue_run_item(id, next_at) from due`,
    [concertId, MOVED_CONCERT_RUN],
  );
}

/** The orders with a valid ticket of this concert, as items of a run. */
async function listOrders(client: PoolClient, concertId: number) {
  const { rows } = await client.query<{ id: number }>(
    `select distinct t.order_id as id from ticket t join product p on p.id = t.product_id
     where p.concert_id = $1 and t.voided_at is null order by 1`,
    [concertId],
  );
  return rows.map(({ id }) => ({ key: String(id), orderId: id }));
}

/** Takes a cancellation back that has not begun: sale and plan are as before. */
async function undoCancellation(context: ChangeContext, run: RunRow): Promise<void> {
  const { client, caller } = context;
  const id = run.concert_id ?? 0;
  const stored = await lockConcert(client, id);
  await client.query(
    'update concert set cancelled_at = null, cancel_reason = null, updated_at = clock_timestamp() where id = $1',
    [id],
  );
  const sale = run.facts['sale'] as SaleDocument | null;
  const { sale: current } = stored.version.document;
  if (sale !== null && current !== undefined) {
    const { onSale, onSaleFrom, onSaleUntil } = sale;
    await writeSwitch(
      client,
      stored,
      { ...current, onSale, onSaleFrom, onSaleUntil },
      actorOf(caller).name,
    );
  }
  await announceProgramme(client);
}

/** The run that refunds the buyers of a cancelled concert. */
export const cancelledConcertRun: RunKind = {
  label: cancelTexts.run,
  may: admin,
  step: refundBuyer,
  undo: undoCancellation,
  retry: retryRefund,
};

/** What cancelling a concert means, in numbers. */
export interface CancelPageDto {
  id: number;
  title: string;
  slug: string;
  isCancelled: boolean;
  orders: number;
  tickets: number;
  cents: number;
  freeTickets: number;
  withoutEmail: number;
  disputed: number;
  carts: number;
  openPayments: number;
  elsewhere: number;
  takesDonations: boolean;
}

/** The numbers of the page that asks before a concert is cancelled. Throws 404. */
async function readCancelPage(
  { deps: { pool, festival }, caller: { language } }: Context,
  { id }: { id: number },
): Promise<CancelPageDto> {
  const { rows } = await pool.query<Omit<CancelPageDto, 'takesDonations'>>(
    `with sold as (
       select t.order_id, count(*) as tickets, sum(t.price_cents) as cents, count(*) filter (where t.price_cents = 0) as free
       from ticket t join product p on p.id = t.product_id
       where p.concert_id = $1 and t.voided_at is null group by 1
     ), buyer as (
       -- offset 0: looked up one by one, however many orders there are
       select each.* from sold, lateral (
         select k.intent_id, case when x.order_id is null then k.details->>'email' else x.email end as email
         from orders o join checkout k on k.id = o.checkout_id left join order_contact x on x.order_id = o.id
         where o.id = sold.order_id offset 0) each
     )
     select c.id, case when $2 = 'de' then c.title_de else c.title_en end as title, c.slug,
       c.cancelled_at is not null as "isCancelled",
       (select count(*)::integer from sold) as orders,
       (select coalesce(sum(tickets), 0)::integer from sold) as tickets,
       (select coalesce(sum(cents), 0)::integer from sold) as cents,
       (select coalesce(sum(free), 0)::integer from sold) as "freeTickets",
       (select count(*)::integer from buyer where email is null) as "withoutEmail",
       (select count(*)::integer from buyer where exists (select from dispute d where d.intent_id = buyer.intent_id
          and d.closed_at is null and d.status not like 'warning%')) as disputed,
       (select count(distinct h.cart_id)::integer from hold h join product p on p.id = h.product_id
        where p.concert_id = c.id) as carts,
       (select count(*)::integer from checkout k where k.closed_at is null and k.settled_at is null and exists (
          select from checkout_line l join product p on p.id = l.product_id
          where l.checkout_id = k.id and p.concert_id = c.id)) as "openPayments",
       coalesce((select presold from product where concert_id = c.id), 0)::integer as elsewhere
     from concert c where c.id = $1`,
    [id, language],
  );
  const [row] = rows;
  if (row === undefined) throw new Problem('not_found');
  return { ...row, takesDonations: festival.content().association.donations !== undefined };
}

/** The operations of cancelling a concert (office.md 6). */
export const cancellationOperations = {
  'concert:cancel': cancelConcert,
  'concert:cancel-page': defineRead(admin, readCancelPage),
  'run:refunds': defineRead(adminAndOffice, readRefunds),
  'run:csv': defineRead(adminAndOffice, writeRunCsv),
};
