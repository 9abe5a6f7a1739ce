import type { Pool } from 'pg';
import { toBerlinIso } from '#contract/berlin-time.ts';
import type {
  AuditFilters,
  AuditPage,
  AuditQueries,
  AuditEntryDto,
} from '#contract/office/audit-queries.ts';
import { findDayStart } from '../find-day-start.ts';
import type { Context } from '../../operations/define.ts';
import { readListPage } from '../read-list-page.ts';
import { type ActorColumns, describeActor } from './describe-actor.ts';
import {
  describeValue,
  findTypeNames,
  type StoredFields,
  type ValueContext,
} from './describe-value.ts';
import { cleanSearch } from '../../operations/entries.ts';

/** Rows that are read at once for a CSV. */
const BATCH_SIZE = 1000;
/** Entries that the role `office` may see: orders, people, mails (office.md 3). */
const OFFICE_KINDS = ['order', 'person', 'mail', 'message', 'subscriber'];

interface Row extends ActorColumns {
  id: number;
  created_at: Date;
  actor_role: string | null;
  command: string;
  thing_kind: string | null;
  thing_id: string | null;
  thing_name: string | null;
  before: StoredFields;
  after: StoredFields;
  network: string | null;
}

const columns = `e.id::integer, e.created_at, e.actor_id, e.actor_name, e.actor_role, e.command, e.thing_kind, e.thing_id,
  e.thing_name, e.before, e.after, e.network`;

/** A page of the audit log by its filters, newest first. */
export async function listAuditEvents(
  context: Context,
  { filters, ...paging }: AuditQueries['audit:list']['input'],
): Promise<AuditPage> {
  const { pool } = context.deps;
  const conditions = await findConditions(context, filters);
  const page = await readListPage<Row>(
    pool,
    { select: columns, from: 'audit_event e', ...conditions, sort: ['e.id'] },
    paging,
  );
  const people = await pool.query<{ id: number; name: string }>(
    `select id, name from staff order by name, id`,
  );
  return { ...page, rows: await toAuditEntryDtos(context, page.rows), people: people.rows };
}

/** The entries that match the filters, newest first, in batches: a long list needs little memory. */
export async function* readAuditEvents(
  context: Context,
  filters: AuditFilters,
): AsyncGenerator<AuditEntryDto[]> {
  const { where, values } = await findConditions(context, filters);
  let last: number | null = null;
  for (;;) {
    const { rows }: { rows: Row[] } = await context.deps.pool.query<Row>(
      `select ${columns} from audit_event e where ${where} ${last === null ? '' : `and e.id < $${values.length + 1}`}
       order by e.id desc limit ${BATCH_SIZE}`,
      last === null ? values : [...values, last],
    );
    if (rows.length > 0) yield await toAuditEntryDtos(context, rows);
    if (rows.length < BATCH_SIZE) return;
    last = rows.at(-1)?.id ?? null;
  }
}

async function findConditions({ deps, caller }: Context, filters: AuditFilters) {
  const concerts = await listConcertIds(deps.pool, filters.thing);
  return conditionsOf({ ...filters, concerts }, caller.kind === 'staff' && caller.role !== 'admin');
}

/** Ids of the concerts meant by an id, or by words of a title in either language (office.md 1, Search). */
async function listConcertIds(pool: Pool, thing: string): Promise<string[]> {
  if (thing.trim() === '') return [];
  const { rows } = await pool.query<{ id: string }>(
    `select id::text as id from concert where id::text = $1
       or fold_vector(title_de) @@ fold_query($2) or fold_vector(title_en) @@ fold_query($2)`,
    [thing.trim(), cleanSearch(thing)],
  );
  return rows.map(({ id }) => id);
}

type Conditions = AuditFilters & { concerts: string[] };

function conditionsOf({ who, what, from, to, thing, concerts }: Conditions, isOffice: boolean) {
  const values: unknown[] = [];
  const parts = ['true'];
  const add = (text: (parameter: string) => string, value: unknown) => {
    values.push(value);
    parts.push(text(`$${values.length}`));
  };
  if (isOffice) add((p) => `thing_kind = any(${p})`, OFFICE_KINDS);
  if (/^\d{1,9}$/.test(who)) add((p) => `actor_id = ${p}`, Number(who));
  else if (who !== '') parts.push('actor_id is null');
  if (what !== '') add((p) => `command = ${p}`, what);
  const first = findDayStart(from);
  const end = findDayStart(to, 1);
  if (first !== null) add((p) => `created_at >= ${p}`, first);
  if (end !== null) add((p) => `created_at < ${p}`, end);
  if (thing !== '') {
    const name = thing.trim();
    const orderNo = name.toUpperCase().replace(/^([2-9A-Z]{4})([2-9A-Z]{4})$/, '$1-$2');
    const n = values.push([name, orderNo], concerts);
    parts.push(`(thing_name = any($${n - 1}) or thing_kind = 'concert' and thing_id = any($${n}))`);
  }
  return { where: parts.join(' and '), values };
}

async function toAuditEntryDtos(
  { deps, caller: { language } }: Context,
  rows: Row[],
): Promise<AuditEntryDto[]> {
  const stored = rows.flatMap(({ before, after }) => [before, after]);
  const typeNames = await findTypeNames(deps.pool, stored, language);
  return rows.map((row) => toAuditEntryDto(row, { language, typeNames }));
}

function toAuditEntryDto(row: Row, context: ValueContext): AuditEntryDto {
  const { thing_kind: kind, thing_id: id, thing_name: name } = row;
  const fields = [...new Set([...Object.keys(row.before ?? {}), ...Object.keys(row.after ?? {})])];
  return {
    id: row.id,
    at: toBerlinIso(row.created_at),
    who: describeActor(row, context.language),
    role: row.actor_role,
    command: row.command,
    thing: kind === null ? null : { kind, id: id ?? '', name: name ?? '' },
    network: row.network,
    changes: fields.map((field) => ({
      field,
      before: describeValue(field, row.before?.[field], context),
      after: describeValue(field, row.after?.[field], context),
    })),
  };
}
