import type { Pool } from 'pg';
import { foldDoor } from '#contract/door/fold.ts';
import { toBerlinIso } from '#contract/berlin-time.ts';
import {
  MAX_EVENTS_READ,
  type Changes,
  type DoorConcert,
  type OtherConcert,
  type TicketList,
} from '#contract/door/wire.ts';
import type { ShopContext } from '../operations/define.ts';
import { countHits } from '../operations/limit.ts';
import { Problem } from '../platform/problem.ts';
import { getDevice, toExactIso } from './devices.ts';
import {
  listEvents,
  listTickets,
  selectEvents,
  selectTickets,
  toEvent,
  toTicketRow,
  type EventRow,
  type TicketOfConcert,
} from './read-door.ts';

// What devices read. Numbers become visible out of order, because a transaction may end long after it has drawn one:
// a cursor therefore names transactions. All below its `xid` have ended when it is made, and what the others have
// written is read again. Whoever gets something twice folds it once.

/** Where a device has stopped reading. */
interface Cursor {
  /** Events from this transaction on, in it after this id. */
  xid: number;
  id: number;
  /** Tickets from this transaction on. */
  ticketXid: number;
  /** Between two pages: where to start after the last one. */
  nextXid: number;
}

const START: Cursor = { xid: 0, id: 0, ticketXid: 0, nextXid: 0 };

const writeCursor = ({ xid, id, ticketXid, nextXid }: Cursor): string =>
  [xid, id, ticketXid, nextXid].join('.');

/** Anything that is no cursor of ours, or one of a database that is not this one any more, starts again. */
function readCursor(text: string, latest: number): Cursor {
  if (!/^\d{1,15}(?:\.\d{1,15}){3}$/.test(text)) return START;
  const [xid = 0, id = 0, ticketXid = 0, nextXid = 0] = text.split('.').map(Number);
  return Math.max(xid, ticketXid) > latest ? START : { xid, id, ticketXid, nextXid };
}

/** The oldest transaction that may still write, and the one after the latest. */
async function readTransactions(pool: Pool): Promise<{ oldest: number; next: number }> {
  const { rows } = await pool.query<{ oldest: string; next: string }>(
    `select pg_snapshot_xmin(s)::text as oldest, pg_snapshot_xmax(s)::text as next
     from pg_current_snapshot() s`,
  );
  return { oldest: Number(rows[0]?.oldest), next: Number(rows[0]?.next) };
}

/** What is new for a device since a cursor; everything without one. */
export async function readChanges(
  { deps, caller }: ShopContext,
  { after = '' }: { after?: string | undefined },
): Promise<Changes> {
  const { pool } = deps;
  const device = await getDevice(pool, caller.token);
  await countHits(deps, 'door:changes', caller, {});
  // before the rows: what is written in the meantime is read again
  const { oldest, next } = await readTransactions(pool);
  const cursor = readCursor(after, next);
  const { rows } = await pool.query<EventRow>(
    `${selectEvents} where e.concert_id = any ($1) and (e.xid, e.id) > ($2::text::xid8, $3)
     order by e.xid, e.id limit ${MAX_EVENTS_READ + 1}`,
    [device.concert_ids, cursor.xid, cursor.id],
  );
  const tickets = await pool.query<TicketOfConcert>(
    // the column has 32 bits of a transaction's 64; what lies half of them back counts as new, which does no harm
    `${selectTickets} where t.product_id = any (array(select id from product where concert_id = any ($1)))
       and ((t.xmin::text::bigint - $2) & 4294967295) < 2147483648 order by t.id`,
    [device.concert_ids, cursor.ticketXid],
  );
  const page = rows.slice(0, MAX_EVENTS_READ);
  const last = page.at(-1);
  const hasMore = rows.length > page.length;
  const nextXid = cursor.id > 0 ? cursor.nextXid : oldest;
  const [xid, id] = hasMore && last ? [Number(last.xid), Number(last.id)] : [nextXid, 0];
  return {
    cursor: writeCursor({ xid, id, ticketXid: oldest, nextXid }),
    server_time: toExactIso(device.now),
    more: hasMore,
    acked: device.acked,
    events: page.map(toEvent),
    tickets: tickets.rows.map((ticket) => [ticket.concert_id, ...toTicketRow(ticket)]),
  };
}

/** A ticket ordered so long ago is visible: no purchase takes longer. */
const SETTLED_SECONDS = 60;

/** Every ticket of a concert of the device. 403 for another concert, 404 for none. */
export async function readTicketList(
  { deps, caller }: ShopContext,
  { concertId }: { concertId: number },
): Promise<TicketList> {
  const { pool } = deps;
  const device = await getDevice(pool, caller.token);
  // not before: a row for each invented token would fill the table
  await countHits(deps, 'door:list', caller, {});
  const { rows } = await pool.query<{ complete_to: number }>(
    `select coalesce((select t.id from ticket t join orders o on o.id = t.order_id
       where o.created_at <= now() - interval '${SETTLED_SECONDS} s' order by t.id desc limit 1), 0)::float8
       as complete_to from concert where id = $1`,
    [concertId],
  );
  const [row] = rows;
  if (!row) throw new Problem('not_found');
  if (!device.concert_ids.includes(concertId)) throw new Problem('door_scope');
  const { oldest } = await readTransactions(pool);
  const tickets = await listTickets(pool, concertId);
  return {
    concert_id: concertId,
    made_at: toExactIso(device.now),
    complete_to: row.complete_to,
    cursor: writeCursor({ ...START, ticketXid: oldest }),
    public_key: deps.ticketKey,
    tickets: tickets.map(toTicketRow),
  };
}

interface ConcertRow extends Omit<OtherConcert, 'starts_at'> {
  starts_at: Date;
  ticket_types: Omit<DoorConcert['ticket_types'][number], 'expected'>[];
}

const selectConcerts = `select c.id, c.title_de as title_german, c.title_en as title_english, c.starts_at,
    v.name_de as venue_german, v.name_en as venue_english,
    coalesce((select jsonb_agg(jsonb_build_object('id', y.id, 'name_german', y.name_de, 'name_english', y.name_en,
        'note_german', y.note_de, 'note_english', y.note_en) order by y.position, y.id)
      from ticket_type y join product p on p.id = y.product_id where p.concert_id = c.id), '[]') as ticket_types
  from concert c join venue v on v.id = c.venue_id
  where c.published_at is not null or c.id = any ($1) order by c.starts_at, c.id`;

/** The concerts of the device with their ticket types, and the others of the programme. */
export async function readConcerts({
  deps,
  caller,
}: ShopContext): Promise<{ concerts: DoorConcert[]; others: OtherConcert[] }> {
  const { pool } = deps;
  const device = await getDevice(pool, caller.token);
  const { rows } = await pool.query<ConcertRow>(selectConcerts, [device.concert_ids]);
  const concerts: DoorConcert[] = [];
  const others: OtherConcert[] = [];
  for (const { ticket_types: types, ...row } of rows) {
    const concert = { ...row, starts_at: toBerlinIso(row.starts_at) };
    if (!device.concert_ids.includes(row.id)) {
      others.push(concert);
      continue;
    }
    const tickets = await listTickets(pool, row.id);
    const { perType } = foldDoor(row.id, tickets.map(toTicketRow), await listEvents(pool, row.id));
    const ticketTypes = types.map((type) => ({
      ...type,
      expected: perType.get(type.id)?.expected ?? 0,
    }));
    concerts.push({ ...concert, ticket_types: ticketTypes });
  }
  return { concerts, others };
}
