import { isDeepStrictEqual } from 'node:util';
import type { PoolClient } from 'pg';
import type { z } from 'zod';
import { EventInBody } from '#contract/door/calls.ts';
import { eventKey, happenedAt } from '#contract/door/fold.ts';
import type { EventResult, Verdict } from '#contract/door/wire.ts';
import type { StepContext } from '../operations/define.ts';
import { inTransaction } from '../platform/database/database.ts';
import { auditDevice, getDevice, toExactIso, type DeviceRow } from './devices.ts';
import { foldTickets } from './read-door.ts';

type ParsedEvent = z.output<typeof EventInBody>;

/** An event as it is stored and compared. */
interface NewEvent {
  n: number;
  kind: ParsedEvent['kind'];
  concert_id: number;
  details: Record<string, unknown>;
  made_at: string;
}

interface Sent {
  result: EventResult;
  parsed?: ParsedEvent;
}

/** Stores what a device sends: each event once, none that can never be right, and whatever else is in the request. */
export async function sendEvents(
  { deps, caller }: StepContext,
  { events }: { events: unknown[] },
): Promise<{ results: EventResult[]; acked: number; server_time: string }> {
  return await inTransaction(deps.pool, async (client) => {
    const device = await getDevice(client, caller.token, true);
    const stored = await readStored(client, device.id, events);
    const sent = events.map((event) => judgeEvent(event, device, stored));
    const fresh = sent.filter(({ result }) => result.status === 'stored');
    await insert(
      client,
      device,
      fresh.flatMap(({ parsed }) => parsed ?? []),
    );
    for (const { parsed } of fresh) {
      if (parsed?.kind !== 'override') continue;
      const { reason, concert_id: concert, ticket_id: ticket = null } = parsed;
      await auditDevice(client, 'door:override', device, caller.requestId, {
        reason,
        concert,
        ticket,
      });
    }
    await addVerdicts(client, device, sent);
    const results = sent.map(({ result }) => result);
    const acked = await advance(client, device, results);
    return { results, acked, server_time: toExactIso(device.now) };
  });
}

/** The events of the device with the numbers of those that it sends, by their number. */
async function readStored(client: PoolClient, deviceId: number, events: unknown[]) {
  const numbers = events.map((event) => EventInBody.safeParse(event).data?.n ?? 0);
  const { rows } = await client.query<Omit<NewEvent, 'made_at'> & { made_at: Date }>(
    'select n, kind, concert_id, details, made_at from door_event where device_id = $1 and n = any ($2)',
    [deviceId, numbers],
  );
  return new Map<number, NewEvent>(
    rows.map((row) => [row.n, { ...row, made_at: row.made_at.toISOString() }]),
  );
}

function toNewEvent({ n, kind, concert_id, at, ...rest }: ParsedEvent): NewEvent {
  const { offset_ms: _offset, ...details } = rest;
  const given = Object.entries(details).filter(([, value]) => value !== undefined);
  return {
    n,
    kind,
    concert_id,
    details: Object.fromEntries(given),
    made_at: new Date(at).toISOString(),
  };
}

/** What becomes of an event; adds it to `stored` if it is new, so that the same request cannot store it again. */
function judgeEvent(event: unknown, device: DeviceRow, stored: Map<number, NewEvent>): Sent {
  const { data: parsed } = EventInBody.safeParse(event);
  const { n } = (event ?? {}) as { n?: unknown };
  const number = typeof n === 'number' && Number.isSafeInteger(n) ? n : null;
  const refuse = (reason: EventResult['reason']): Sent => ({
    result: { n: number, status: 'refused', reason },
  });
  if (!parsed) return refuse('malformed');
  if (!device.concert_ids.includes(parsed.concert_id)) return refuse('scope');
  const made = toNewEvent(parsed);
  const before = stored.get(parsed.n);
  if (before) {
    if (!isDeepStrictEqual(before, made)) return refuse('reused');
    return { result: { n: parsed.n, status: 'known' }, parsed };
  }
  const { time } = happenedAt(parsed, device.now.getTime());
  if (time > device.valid_until.getTime()) return refuse('ended');
  stored.set(parsed.n, made);
  return { result: { n: parsed.n, status: 'stored' }, parsed };
}

async function insert(client: PoolClient, device: DeviceRow, events: ParsedEvent[]): Promise<void> {
  if (events.length === 0) return;
  const rows = events.map((event) => {
    const { time, isClockWrong } = happenedAt(event, device.now.getTime());
    return {
      ...toNewEvent(event),
      offset_ms: event.offset_ms,
      happened_at: new Date(time).toISOString(),
      is_clock_wrong: isClockWrong,
    };
  });
  await client.query(
    `insert into door_event (device_id, n, kind, concert_id, details, made_at, offset_ms, received_at, happened_at,
       is_clock_wrong)
     select $1, n, kind, concert_id, details, made_at, offset_ms, $3, happened_at, is_clock_wrong
     from jsonb_to_recordset($2) as e (n integer, kind text, concert_id integer, details jsonb, made_at timestamptz,
       offset_ms bigint, happened_at timestamptz, is_clock_wrong boolean)`,
    [device.id, JSON.stringify(rows), device.now],
  );
}

async function addVerdicts(client: PoolClient, device: DeviceRow, sent: Sent[]): Promise<void> {
  const admits = sent.flatMap(({ result, parsed }) =>
    parsed?.kind === 'admit' ? [{ result, parsed }] : [],
  );
  if (admits.length === 0) return;
  const states = await foldTickets(
    client,
    admits.map(({ parsed }) => parsed.ticket_id),
  );
  const verdicts = new Map<string, Verdict>(
    [...states.values()].flatMap(({ admits: all }) =>
      all.map(({ event, verdict }) => [eventKey(event), verdict] as const),
    ),
  );
  for (const { result, parsed } of admits) {
    const verdict = verdicts.get(eventKey({ device_id: device.id, n: parsed.n }));
    if (verdict) result.verdict = verdict;
  }
}

/** Moves the number up to which everything has arrived, over refused events, too: they never will. */
async function advance(
  client: PoolClient,
  device: DeviceRow,
  results: EventResult[],
): Promise<number> {
  const { rows } = await client.query<{ n: number }>(
    'select n from door_event where device_id = $1 and n > $2',
    [device.id, device.acked],
  );
  const arrived = new Set([...rows, ...results].map(({ n }) => n));
  let { acked } = device;
  while (arrived.has(acked + 1)) acked++;
  if (acked > device.acked) {
    await client.query('update door_device set acked = $2 where id = $1', [device.id, acked]);
  }
  return acked;
}
