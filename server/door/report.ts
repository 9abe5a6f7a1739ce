import type { Pool, PoolClient } from 'pg';
import { toBerlinIso } from '#contract/berlin-time.ts';
import { foldDoor, type DoorState, type FoldedAdmit } from '#contract/door/fold.ts';
import { refusals, type DoorEvent, type Refusal } from '#contract/door/wire.ts';
import type { Language, LocalizedText } from '#contract/language.ts';
import { pickTexts } from '#messages/define-texts.ts';
import { doorTexts } from '#messages/door.ts';
import { doorOfficeTexts as texts } from '#messages/office/door.ts';
import { inTransaction } from '../platform/database/database.ts';
import { Problem } from '../platform/problem.ts';
import {
  toTable,
  type Report,
  type ReportColumn,
  type ReportRow,
  type ReportTable,
} from '../reports/report.ts';
import { listEvents, listTickets, toTicketRow, type TicketOfConcert } from './read-door.ts';

// What happened at the door of a concert, for the office (door.md 8): folded from its events, and after 60 days from
// the numbers that are left of them.

/** The numbers, which are kept when the events are deleted. */
interface DoorNumbers {
  figures: Record<(typeof figureNames)[number], number>;
  types: { id: number; admitted: number; expected: number }[];
  /** Start of the minute, ISO 8601. */
  minutes: { at: string; admitted: number }[];
  refused: { result: Refusal; count: number }[];
}

/** The figures of a door, in their order. */
const figureNames = [
  'expected',
  'admitted',
  'noShows',
  'duplicates',
  'afterVoid',
  'unlisted',
  'overrides',
] as const;

const countOf = (state: DoorState, verdict: FoldedAdmit['verdict']) =>
  state.admits.filter((admit) => admit.verdict === verdict).length;

function toNumbers(state: DoorState): DoorNumbers {
  const { attendance, expected } = state;
  const minutes = [...state.perMinute].toSorted(([a], [b]) => a - b);
  return {
    figures: {
      expected,
      admitted: attendance,
      noShows: expected - attendance,
      duplicates: countOf(state, 'duplicate'),
      afterVoid: countOf(state, 'after_void'),
      unlisted: countOf(state, 'unlisted'),
      overrides: state.overrides.length,
    },
    types: [...state.perType].map(([id, counts]) => ({ id, ...counts })),
    minutes: minutes.map(([at, admitted]) => ({ at: toBerlinIso(new Date(at)), admitted })),
    refused: refusals.flatMap((result) => {
      const count = state.refused[result];
      return count === undefined ? [] : [{ result, count }];
    }),
  };
}

/** The parts of the report, each a table. */
const parts = {
  byType: ['name', 'admitted', 'expected'],
  perMinute: ['time', 'admitted'],
  duplicates: ['order', 'name', 'time', 'device', 'entrance', 'first'],
  afterVoid: ['order', 'name', 'time', 'device', 'entrance'],
  unlisted: ['ticket', 'time', 'device', 'entrance'],
  overrides: ['reason', 'order', 'time', 'device', 'entrance'],
  refused: ['name', 'count'],
  devices: ['device', 'entrance', 'admitted'],
} as const satisfies Record<string, readonly (keyof typeof kinds)[]>;

type PartName = keyof typeof parts;
/** The names of the parts, in their order. */
const partNames = Object.keys(parts) as PartName[];

const kinds = {
  name: 'text',
  ticket: 'text',
  reason: 'text',
  order: 'text',
  time: 'moment',
  device: 'text',
  entrance: 'text',
  first: 'moment',
  expected: 'count',
  admitted: 'count',
  count: 'count',
} as const;

const toColumns = (names: readonly (keyof typeof kinds)[]): ReportColumn[] =>
  names.map((key) => ({ key, label: texts[key], kind: kinds[key] }));

/** A concert's door as the office reads it. */
interface DoorReport {
  concert: { id: number; title: LocalizedText; startsAt: string };
  numbers: DoorNumbers;
  rows: Record<PartName, ReportRow[]>;
}

/** Reads the report of a concert. 404 for an unknown one. */
async function readReport(pool: Pool, concertId: number, language: Language): Promise<DoorReport> {
  const { rows } = await pool.query<{ de: string; en: string; starts_at: Date }>(
    'select title_de as de, title_en as en, starts_at from concert where id = $1',
    [concertId],
  );
  const [concert] = rows;
  if (!concert) throw new Problem('not_found');
  const stored = await pool.query<{ report: DoorNumbers }>(
    `select report from door_report r where concert_id = $1 and not exists
       (select from door_event where concert_id = $1 and received_at >= r.made_at)`,
    [concertId],
  );
  const names = await readTypeNames(pool, concertId, language);
  const tickets = await listTickets(pool, concertId);
  const state = foldDoor(
    concertId,
    tickets.map(toTicketRow),
    stored.rows[0] ? [] : await listEvents(pool, concertId),
  );
  const numbers = stored.rows[0]?.report ?? toNumbers(state);
  return {
    concert: {
      id: concertId,
      title: { de: concert.de, en: concert.en },
      startsAt: toBerlinIso(concert.starts_at),
    },
    numbers,
    rows: toRows(state, numbers, { tickets, names, language }),
  };
}

interface RowContext {
  tickets: TicketOfConcert[];
  names: Map<number, string>;
  language: Language;
}

function toRows(
  state: DoorState,
  numbers: DoorNumbers,
  { tickets, names, language }: RowContext,
): DoorReport['rows'] {
  const byId = new Map(tickets.map((ticket) => [ticket.id, ticket]));
  const t = pickTexts(doorTexts, language);
  const reasons: Partial<Record<string, string>> = {
    outside: t.brieflyOutside,
    box_office: t.boxOfficeDecided,
  };
  const typeName = (id: number | undefined) => names.get(id ?? 0) ?? '';
  const toRow = (event: DoorEvent): ReportRow => {
    const ticket = byId.get(event.ticket_id ?? 0);
    return {
      name: typeName(ticket?.type_id),
      ticket: String(event.ticket_id ?? ''),
      order: ticket?.order_no ?? null,
      time: event.happened_at,
      device: event.device_name ?? '',
      entrance: event.entrance ?? null,
      reason: reasons[event.reason ?? ''] ?? event.reason ?? '',
    };
  };
  const withVerdict = (verdict: FoldedAdmit['verdict']) =>
    state.admits
      .filter((admit) => admit.verdict === verdict)
      .map(({ event, first }) => ({ ...toRow(event), first: first.happened_at }));
  const devices = new Map(state.admits.map(({ event }) => [event.device_id, event]));
  return {
    byType: numbers.types.map(({ id, ...counts }) => ({ name: typeName(id), ...counts })),
    perMinute: numbers.minutes.map(({ at, admitted }) => ({ time: at, admitted })),
    duplicates: withVerdict('duplicate'),
    afterVoid: withVerdict('after_void'),
    unlisted: withVerdict('unlisted'),
    overrides: state.overrides.map(toRow),
    refused: numbers.refused.map(({ result, count }) => ({ name: t[result], count })),
    devices: [...devices].map(([id, event]) => ({
      device: event.device_name ?? '',
      entrance: event.entrance ?? null,
      admitted: state.perDevice.get(id) ?? 0,
    })),
  };
}

async function readTypeNames(
  pool: Pool,
  concertId: number,
  language: Language,
): Promise<Map<number, string>> {
  const { rows } = await pool.query<{ id: number; name: string }>(
    `select y.id, case when $2 = 'de' then y.name_de else y.name_en end as name from ticket_type y
     join product p on p.id = y.product_id where p.concert_id = $1 order by y.position, y.id`,
    [concertId, language],
  );
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/** The report as its page shows it: figures, and a table for each part that has something to say. */
export async function getDoorReport(pool: Pool, language: Language, concertId: number) {
  const { concert, numbers, rows } = await readReport(pool, concertId, language);
  const figures = figureNames.map((name) => ({ name, count: numbers.figures[name] }));
  const tables = partNames
    .filter((part) => rows[part].length > 0)
    .map((part): { part: PartName; table: ReportTable } => ({
      part,
      table: toTable(toColumns(parts[part]), language, { rows: rows[part], sums: null }),
    }));
  return { concert, figures, tables };
}

/** The report as one list: what a row is about stands in its first column. */
export async function createDoorReport(
  pool: Pool,
  language: Language,
  concertId: number,
): Promise<Report> {
  const { numbers, rows } = await readReport(pool, concertId, language);
  const all: ReportRow[] = [
    ...figureNames.map((name) => ({ part: texts[name][language], count: numbers.figures[name] })),
    ...partNames.flatMap((part) =>
      rows[part].map((row) => {
        const shown = parts[part].map((key) => [key, row[key] ?? null] as const);
        return { part: texts[part][language], ...Object.fromEntries(shown) };
      }),
    ),
  ];
  const columns = toColumns(Object.keys(kinds) as (keyof typeof kinds)[]);
  return {
    columns: [{ key: 'part', label: texts.part, kind: 'text' }, ...columns],
    async *readRows() {
      yield await Promise.resolve(all);
    },
  };
}

/** Single events are kept for so long after their receipt. */
const EVENT_DAYS = 60;

/**
 * Keeps the numbers of concerts whose events are due, and deletes these events, then devices and codes that have none.
 * A report covers what was received before it was made: later events, of another year or of a rehearsal, make another.
 */
export async function deleteDoorEvents(pool: Pool): Promise<void> {
  await inTransaction(pool, async (client) => {
    const isDue = `received_at < now() - interval '${EVENT_DAYS} days'`;
    const { rows } = await client.query<{ concert_id: number }>(
      `select concert_id from door_event e where ${isDue} and received_at >=
         coalesce((select made_at from door_report r where r.concert_id = e.concert_id), '-infinity')
       group by concert_id`,
    );
    for (const { concert_id: concertId } of rows) await saveNumbers(client, concertId);
    await client.query(`delete from door_event where ${isDue}`);
    await client.query(
      `delete from door_device d where created_at < now() - interval '${EVENT_DAYS} days'
         and not exists (select from door_event e where e.device_id = d.id)`,
    );
    await client.query(
      `delete from door_pairing p where created_at < now() - interval '${EVENT_DAYS} days'
         and not exists (select from door_device d where d.pairing_id = p.id)`,
    );
  });
}

async function saveNumbers(client: PoolClient, concertId: number): Promise<void> {
  const tickets = await listTickets(client, concertId);
  const events = await listEvents(client, concertId);
  const numbers = toNumbers(foldDoor(concertId, tickets.map(toTicketRow), events));
  await client.query(
    `insert into door_report (concert_id, made_at, report) values ($1, now(), $2)
     on conflict (concert_id) do update set made_at = excluded.made_at, report = excluded.report`,
    [concertId, JSON.stringify(numbers)],
  );
}
