import type { Pool, PoolClient } from 'pg';
import { toBerlinIso } from '#contract/berlin-time.ts';
import { findDayStart, readListPage } from '../operations/list-page.ts';
import type { Context } from '../operations/define.ts';
import { cleanSearch } from '../operations/entries.ts';
import type { Language } from '#contract/language.ts';
import { auditTexts } from '#messages/office/audit.ts';
import { labelOf } from '#messages/office/command-labels.ts';
import { labelOfValue } from '#messages/office/audit-values.ts';
import { toPersonHash, type SignedTokens } from '../platform/security/signed-tokens.ts';
import type { ListPage, Paging } from '#contract/office/lists.ts';

/** Filters of the audit log; '' is no filter. */
export interface AuditFilters {
  /** Id of a person, or `other` for the command line and strangers. */
  who: string;
  /** Name of a command. */
  what: string;
  /** Days in Berlin, both included. */
  from: string;
  to: string;
  /** Order number, or id of a concert or words of its title. */
  thing: string;
}

/** One entry of the audit log. */
export interface AuditEntryDto {
  id: number;
  at: string;
  who: string;
  role: string | null;
  command: string;
  thing: { kind: string; id: string; name: string } | null;
  network: string | null;
  changes: { field: string; before: string; after: string }[];
}

/** An entry about one thing, on its own page. */
export interface ThingEvent extends Pick<AuditEntryDto, 'id' | 'at' | 'who'> {
  /** The label of its command. */
  what: string;
}

/** A page of entries, the newest first. */
export interface AuditPage extends ListPage<AuditEntryDto> {
  people: { id: number; name: string }[];
}

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
  { filters, ...paging }: { filters: AuditFilters } & Paging,
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

const MAX_LISTED = 50;

/** A thing of the audit log. */
export interface Thing {
  kind: string;
  id: string;
}

/** The latest entries of the audit log about these things, newest first, for their own page (office.md 11). */
export async function listThingEvents(
  { deps: { pool }, caller: { language } }: Context,
  things: Thing[],
): Promise<ThingEvent[]> {
  const { rows } = await pool.query<
    ActorColumns & { id: string; created_at: Date; command: string }
  >(
    `select id, created_at, actor_id, actor_name, command from audit_event
     where (thing_kind, thing_id) in (select * from unnest($1::text[], $2::text[]))
     order by id desc limit ${MAX_LISTED}`,
    [things.map(({ kind }) => kind), things.map(({ id }) => id)],
  );
  return rows.map((row) => ({
    id: Number(row.id),
    at: toBerlinIso(row.created_at),
    who: describeActor(row, language),
    what: labelOf(row.command, language),
  }));
}

/** Columns of an entry that say who acted. */
export interface ActorColumns {
  actor_id: number | null;
  actor_name: string;
}

/**
 * Names who acted, in the reader's language: a person by name, a user of the command line as such (office.md 11); ''
 * for strangers. Only the command line has a name without an id: no scheduled job writes an entry.
 */
export function describeActor(
  { actor_id: id, actor_name: user }: ActorColumns,
  language: Language,
): string {
  if (id !== null || user === '') return user;
  return auditTexts.commandLine[language]({ user });
}

/** The stored fields of an entry, before or after it. */
type StoredFields = Record<string, unknown> | null;

/** The language of a reader, and the names of ticket types by id in it. */
interface ValueContext {
  language: Language;
  typeNames: ReadonlyMap<string, string>;
}

/** Describes a stored value of an audit entry in words; numbers of tickets as "2 × Normalpreis" (office.md 11). */
function describeValue(field: string, value: unknown, context: ValueContext): string {
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') {
    return labelOfValue(field, String(value), context.language);
  }
  if (Array.isArray(value)) {
    return value.map((each: unknown) => describeValue(field, each, context)).join(', ');
  }
  if (typeof value !== 'object' || value === null) return '';
  if ('ticketType' in value && 'quantity' in value) {
    const id = String(value.ticketType);
    return `${String(value.quantity)} × ${context.typeNames.get(id) ?? id}`;
  }
  return Object.entries(value)
    .map(([name, each]) => `${name}: ${describeValue(name, each, context)}`)
    .join(', ');
}

/** Finds the names of the ticket types that these fields name by their id. */
async function findTypeNames(
  pool: Pool,
  stored: StoredFields[],
  language: Language,
): Promise<Map<string, string>> {
  const ids = stored
    .flatMap((fields) => Object.values(fields ?? {}))
    .flat()
    .flatMap((value) =>
      typeof value === 'object' && value !== null && 'ticketType' in value
        ? [Number(value.ticketType)]
        : [],
    )
    .filter(Number.isInteger);
  if (ids.length === 0) return new Map();
  const { rows } = await pool.query<{ id: string; name: string }>(
    `select id::text as id, case when $2 = 'de' then name_de else name_en end as name
     from ticket_type where id = any($1::bigint[])`,
    [[...new Set(ids)], language],
  );
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/**
 * The person in the audit log, which holds no address. An account keeps its hash when its address changes; to be
 * called before the account is erased.
 */
export async function getPersonThing(
  client: PoolClient,
  tokens: SignedTokens,
  email: string,
): Promise<Thing & { name: string }> {
  const { rows } = await client.query<{ id: number }>(
    'select id from account where email_key = email_key($1)',
    [email],
  );
  const hash =
    rows[0] === undefined ? toPersonHash(tokens, email) : toAccountHash(tokens, rows[0].id);
  return { kind: 'person', id: hash, name: hash };
}

/** Everything of this person that the audit log may name: account, address, newsletter, messages. */
export async function listPersonThings(
  pool: Pool,
  tokens: SignedTokens,
  email: string,
): Promise<Thing[]> {
  const { rows } = await pool.query<Thing>(
    `select 'account' as kind, id::text from account where email_key = email_key($1)
     union all select 'subscriber', id::text from newsletter_subscription where email_key = email_key($1)
     union all select 'message', id::text from contact_message where email_key(email) = email_key($1)`,
    [email],
  );
  const things = rows.map(({ kind, id }) =>
    kind === 'account' ? { kind: 'person', id: toAccountHash(tokens, Number(id)) } : { kind, id },
  );
  return [{ kind: 'person', id: toPersonHash(tokens, email) }, ...things];
}

const toAccountHash = (tokens: SignedTokens, id: number) => toPersonHash(tokens, `account ${id}`);
