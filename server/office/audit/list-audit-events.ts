import type { Pool } from 'pg';
import { toBerlinIso } from '#contract/berlin-time.ts';
import type {
  AuditFilters,
  AuditPage,
  AuditQueries,
  AuditRow,
} from '#contract/office/audit-queries.ts';
import { cleanSearch } from '../clean-text.ts';
import { findDayStart } from '../find-day-start.ts';
import type { QueryContext } from '../query.ts';
import { type ActorColumns, describeActor } from './describe-actor.ts';
import {
  describeValue,
  findTypeNames,
  type StoredFields,
  type ValueContext,
} from './describe-value.ts';

const PAGE_SIZE = 50;
/** Beyond this the count says "more than". */
const MAX_COUNT = 1000;
/** Entries that the role `office` may see: orders, people, mails (office.md 3). */
const OFFICE_KINDS = ['order', 'person', 'mail', 'message', 'subscriber'];

interface Row extends ActorColumns {
  id: string;
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

/** A page of the audit log by its filters, keyset by id. */
export async function listAuditEvents(
  { deps: { pool }, staff, language }: QueryContext,
  { filters, before = null, after = null, size = PAGE_SIZE }: AuditQueries['audit:list']['input'],
): Promise<AuditPage> {
  const concerts = await findConcerts(pool, filters.thing);
  const { where, values } = conditionsOf({ ...filters, concerts }, staff?.role !== 'admin');
  const n = values.length;
  const isBackwards = after !== null;
  const { rows } = await pool.query<Row>(
    `select id, created_at, actor_id, actor_name, actor_role, command, thing_kind, thing_id, thing_name, before, after, network
     from audit_event where ${where}
       and ($${n + 1}::bigint is null or id < $${n + 1}) and ($${n + 2}::bigint is null or id > $${n + 2})
     order by id ${isBackwards ? 'asc' : 'desc'} limit $${n + 3}`,
    [...values, before, after, size + 1],
  );
  const hasMore = rows.length > size;
  const shown = rows.slice(0, size);
  if (isBackwards) shown.reverse();
  const counted = await pool.query<{ count: number }>(
    `select count(*)::integer as count from (select from audit_event where ${where} limit ${MAX_COUNT + 1}) counted`,
    values,
  );
  const people = await pool.query<{ id: number; name: string }>(
    `select id, name from staff order by name, id`,
  );
  const stored = shown.flatMap(({ before: former, after: present }) => [former, present]);
  const typeNames = await findTypeNames(pool, stored, language);
  const hasOlder = isBackwards || hasMore;
  const hasNewer = isBackwards ? hasMore : before !== null;
  return {
    rows: shown.map((row) => toAuditRow(row, { language, typeNames })),
    count: counted.rows[0]?.count ?? 0,
    older: hasOlder ? Number(shown.at(-1)?.id ?? 0) || null : null,
    newer: hasNewer ? Number(shown[0]?.id ?? 0) || null : null,
    people: people.rows,
  };
}

/** Ids of the concerts meant by an id, or by words of a title in either language (office.md 1, Search). */
async function findConcerts(pool: Pool, thing: string): Promise<string[]> {
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

function toAuditRow(row: Row, context: ValueContext): AuditRow {
  const { thing_kind: kind, thing_id: id, thing_name: name } = row;
  const fields = [...new Set([...Object.keys(row.before ?? {}), ...Object.keys(row.after ?? {})])];
  return {
    id: Number(row.id),
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
