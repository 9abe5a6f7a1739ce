import type { Pool, PoolClient } from 'pg';
import { foldDoor, type DoorState } from '#contract/door/fold.ts';
import type { DoorEvent, TicketRow } from '#contract/door/wire.ts';
import { toExactIso } from './devices.ts';

/** A connection, or the pool. */
type Client = Pool | PoolClient;

/** An event as stored, with its device's name and entrance. */
export interface EventRow {
  id: string;
  xid: string;
  device_id: number;
  device_name: string;
  entrance: string | null;
  n: number;
  kind: DoorEvent['kind'];
  concert_id: number;
  details: Partial<DoorEvent>;
  happened_at: Date;
  is_clock_wrong: boolean;
}

/** Selects events. Append a `where` on e (door_event) or d (door_device). */
export const selectEvents = `select e.id, e.xid::text, e.device_id, d.name as device_name, d.entrance, e.n, e.kind,
    e.concert_id, e.details, e.happened_at, e.is_clock_wrong
  from door_event e join door_device d on d.id = e.device_id`;

/** An event on the wire. */
export const toEvent = (row: EventRow): DoorEvent => ({
  ...row.details,
  device_id: row.device_id,
  device_name: row.device_name,
  entrance: row.entrance,
  n: row.n,
  kind: row.kind,
  concert_id: row.concert_id,
  happened_at: toExactIso(row.happened_at),
  ...(row.is_clock_wrong ? { clock: true } : {}),
});

/** A ticket as a list has it. */
export interface TicketOfConcert {
  concert_id: number;
  id: number;
  type_id: number;
  order_no: string;
  state: 0 | 1 | 2;
  voided_at: Date | null;
}

/** Selects tickets, each with its parts by an index. Append a `where` on t (ticket) or p (product). */
export const selectTickets = `select p.concert_id, t.id, t.ticket_type_id as type_id, t.voided_at,
    (select o.order_no from orders o where o.id = t.order_id) as order_no,
    case when t.voided_at is null then 0
      when (select r.id from ticket r where r.replaces_id = t.id) is null then 1 else 2 end as state
  from ticket t join product p on p.id = t.product_id`;

/** A ticket on the wire. */
export const toTicketRow = (ticket: TicketOfConcert): TicketRow => [
  ticket.id,
  ticket.type_id,
  ticket.order_no,
  ticket.state,
  ...((ticket.voided_at ? [toExactIso(ticket.voided_at)] : []) as [string?]),
];

/** The tickets of a concert. */
export async function listTickets(client: Client, concertId: number): Promise<TicketOfConcert[]> {
  const { rows } = await client.query<TicketOfConcert>(
    `${selectTickets} where t.product_id = (select id from product where concert_id = $1) order by t.id`,
    [concertId],
  );
  return rows;
}

/** Everything that happened at the doors of a concert. */
export async function listEvents(client: Client, concertId: number): Promise<DoorEvent[]> {
  const { rows } = await client.query<EventRow>(
    `${selectEvents} where e.concert_id = $1 or e.kind = 'undo' and e.device_id in
       (select device_id from door_event where concert_id = $1)`,
    [concertId],
  );
  return rows.map(toEvent);
}

/** What these tickets' admits are once everything known is folded, by concert. */
export async function foldTickets(
  client: Client,
  ticketIds: readonly number[],
): Promise<Map<number, DoorState>> {
  const { rows } = await client.query<EventRow>(
    `with ours as materialized (select id, device_id from door_event where ticket_id = any ($1::bigint[]))
     ${selectEvents} where e.id in (select id from ours)
       or e.kind = 'undo' and e.device_id in (select device_id from ours)`,
    [ticketIds],
  );
  const tickets = await client.query<TicketOfConcert>(
    `${selectTickets} where t.id = any ($1::bigint[])`,
    [ticketIds],
  );
  const events = rows.map(toEvent);
  return new Map(
    [...new Set(events.map((event) => event.concert_id))].map((concertId) => {
      const own = tickets.rows.filter((ticket) => ticket.concert_id === concertId);
      return [concertId, foldDoor(concertId, own.map(toTicketRow), events)];
    }),
  );
}
