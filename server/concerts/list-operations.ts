import { createHash } from 'node:crypto';
import type { Pool, PoolClient } from 'pg';
import { z } from 'zod';
import type { LocalizedText } from '#contract/language.ts';
import { listFieldNames, listFields, type ListKind } from '#contract/office/programme-lists.ts';
import { adminAndEditor, adminAndOffice } from '#contract/office/staff.ts';
import { commandProblemTexts } from '#messages/office/command-problems.ts';
import { formTexts } from '#messages/office/forms.ts';
import { listTexts } from '#messages/office/programme-lists.ts';
import {
  defineChange,
  defineRead,
  type ChangeContext,
  type Entries,
} from '../operations/define.ts';
import { rowId } from '../operations/entries.ts';
import { conflict, invalidFields, Problem, type FieldTexts } from '../platform/problem.ts';
import { ComposerFormat, TicketTypeFormat, VenueFormat } from '../programme/concert-format.ts';
import { announceProgramme, lockProgramme } from '../programme/load-programme.ts';
import { saveConcert } from '../programme/save-concert.ts';
import { both, findProblemText } from '../programme/text-format.ts';
import {
  ChangeCounter,
  toComposerColumns,
  toInstrumentColumns,
  toTicketTypeColumns,
  toVenueColumns,
  upsertRow,
} from '../programme/upsert-row.ts';
import { chooseSlug } from './choose-slug.ts';
import { describeOvertaken, describeText } from './describe-concert.ts';
import { byLastNameSql, getConcert, readChoices, toReferences } from './stored-concert.ts';

/** A list: where its entries are stored, and how. */
interface List {
  table: 'venue' | 'composer' | 'instrument' | 'ticket_type_template';
  /** Columns with the names of the form's fields. */
  columns: string;
  /** The rule of `load`, and the columns that an entry gets. */
  format: z.ZodType<Record<string, unknown>>;
  /** SQL for the ids of the concerts that use an entry e. */
  usedBy: string;
  /** What the concerts that use it take over. */
  copy?: (context: ChangeContext, entry: { id: number; slug: string }) => Promise<void>;
}

const documentsWith = (condition: string) => `select w.concert_id from concert_version w
  where w.number = (select max(number) from concert_version l where l.concert_id = w.concert_id) and ${condition}`;

const lists: Record<ListKind, List> = {
  venue: {
    table: 'venue',
    columns: `name_de, name_en, description_de, description_en, access_note_de as accessibility_de,
      access_note_en as accessibility_en, street, postal_code as "postalCode", city, latitude, longitude`,
    format: VenueFormat.transform(toVenueColumns),
    usedBy: `select c.id from concert c where c.venue_id = e.id
      or exists (select from piece p where p.concert_id = c.id and p.venue_id = e.id)`,
  },
  composer: {
    table: 'composer',
    columns: 'full_name as name, born, died',
    format: ComposerFormat.transform(toComposerColumns),
    usedBy: 'select p.concert_id from piece p where p.composer_id = e.id',
  },
  instrument: {
    table: 'instrument',
    columns: 'name_de, name_en',
    format: z.strictObject({ name: both }).transform(({ name }) => toInstrumentColumns(name)),
    usedBy: documentsWith(`exists (select from json_each(w.document->'musicians') m
      where m.value->>'instrument' = e.slug)`),
    copy: copyInstrument,
  },
  'ticket-type': {
    table: 'ticket_type_template',
    columns: 'name_de, name_en, note_de, note_en',
    format: TicketTypeFormat.transform(toTicketTypeColumns),
    usedBy: `select p.concert_id from ticket_type t join product p on p.id = t.product_id where t.slug = e.slug`,
    copy: copyTicketType,
  },
};

/** Musicians have the names of their instruments in their rows. */
async function copyInstrument({ client }: ChangeContext, { id }: { id: number }): Promise<void> {
  const references = toReferences(await readChoices(client));
  for (const { id: concertId } of await listUses(client, 'instrument', id)) {
    const { is_published: published, version } = await getConcert(client, concertId);
    await saveConcert(client, new ChangeCounter(), {
      concert: { ...version.document, published },
      id: concertId,
      references,
      hasSale: false,
    });
  }
}

/** Ticket types of products have the names in their rows. */
async function copyTicketType({ client }: ChangeContext, { slug }: { slug: string }) {
  await client.query(
    `update ticket_type t set name_de = e.name_de, name_en = e.name_en, note_de = e.note_de, note_en = e.note_en
     from ticket_type_template e where e.slug = t.slug and e.slug = $1`,
    [slug],
  );
}

/** A concert that uses an entry. */
interface Use {
  id: number;
  title_de: string;
  title_en: string;
  isPublished: boolean;
}

async function listUses(client: Pool | PoolClient, kind: ListKind, id: number): Promise<Use[]> {
  const { table, usedBy } = lists[kind];
  const { rows } = await client.query<Use>(
    `select c.id, c.title_de, c.title_en, c.published_at is not null as "isPublished"
     from ${table} e, concert c where e.id = $1 and c.id in (${usedBy}) order by c.starts_at, c.id`,
    [id],
  );
  return rows;
}

/** An entry as its form shows it. */
export interface ListEntryDto {
  id: number;
  /** Field → value, as the form sends it. */
  fields: Record<string, string>;
  /** What the form sends back, so that nobody overwrites a change unseen. */
  version: string;
}

type StoredEntry = ListEntryDto & { slug: string };

async function findEntries(
  client: Pool | PoolClient,
  kind: ListKind,
  id: number | null,
): Promise<StoredEntry[]> {
  const { table, columns } = lists[kind];
  const { rows } = await client.query<
    Record<string, string | number | null> & { id: number; slug: string }
  >(
    `select id, slug, ${columns} from ${table} where $1::integer is null or id = $1
     order by ${kind === 'composer' ? byLastNameSql : 'name_de'}, id`,
    [id],
  );
  return rows.map(({ id: entryId, slug, ...values }) => {
    const fields = Object.fromEntries(
      Object.entries(values).map(([name, value]) => [name, String(value ?? '')]),
    );
    return { id: entryId, slug, fields, version: hashOf(fields) };
  });
}

const hashOf = (fields: Record<string, string>): string =>
  createHash('sha256').update(JSON.stringify(fields)).digest('base64url').slice(0, 12);

async function getEntry(
  client: Pool | PoolClient,
  kind: ListKind,
  id: number,
): Promise<StoredEntry> {
  const [entry] = await findEntries(client, kind, id);
  if (entry === undefined) throw new Problem('not_found');
  return entry;
}

/** The rights of a list's screens (office.md 5). */
const mayOf = (kind: ListKind) => (kind === 'ticket-type' ? adminAndOffice : adminAndEditor);

const list = (kind: ListKind) =>
  defineRead(mayOf(kind), async ({ deps }) => {
    const entries = await findEntries(deps.pool, kind, null);
    return entries.map(({ id, fields }) => ({ id, fields }));
  });

const get = (kind: ListKind) =>
  defineRead(mayOf(kind), async ({ deps }, { id }: { id: number }) => {
    const { slug: _slug, ...entry } = await getEntry(deps.pool, kind, id);
    return { ...entry, pages: countPages(await listUses(deps.pool, kind, id)) };
  });

const countPages = (uses: Use[]): number => uses.filter(({ isPublished }) => isPublished).length;

/** Saves an entry, or a new one without `id`. Two at once: as `concert:save`. */
const save = (kind: ListKind) =>
  defineChange({
    may: mayOf(kind),
    input: z.looseObject({ id: rowId(), version: z.coerce.string().default('') }),
    async run(context, input) {
      const { client, deps } = context;
      await lockProgramme(client);
      const stored = input.id === 0 ? null : await getEntry(client, kind, input.id);
      const fields = readFields(kind, input, stored);
      const columns = parseFields(kind, fields);
      if (stored !== null && hashOf(fields) === stored.version) {
        return { output: { id: stored.id, pages: 0 }, audit: [] };
      }
      if (stored !== null) await checkVersion(client, kind, stored, fields, input.version);
      const slug =
        stored?.slug ??
        (await chooseSlug(client, lists[kind].table, fields['name_en'] ?? fields['name'] ?? ''));
      const counter = new ChangeCounter();
      const { id } = await upsertRow(client, counter, lists[kind].table, { slug }, columns);
      await lists[kind].copy?.(context, { id, slug });
      await announceProgramme(client);
      const changed = listFieldNames(kind).filter((name) => fields[name] !== stored?.fields[name]);
      const pick = (from: Record<string, string>) =>
        Object.fromEntries(changed.map((name) => [name, from[name] ?? '']));
      return {
        output: { id, pages: countPages(await listUses(client, kind, id)) },
        audit: {
          thing: { kind, id, name: nameOf(fields) },
          ...(stored && { before: pick(stored.fields) }),
          after: pick(fields),
        },
        after: deps.stockChanged,
      };
    },
  });

/** Deletes an entry that no concert uses. */
const remove = (kind: ListKind) =>
  defineChange({
    may: mayOf(kind),
    input: z.object({ id: rowId() }),
    async run({ client }, { id }) {
      await lockProgramme(client);
      const { fields } = await getEntry(client, kind, id);
      const uses = await listUses(client, kind, id);
      if (uses.length > 0) throw conflict(describeUses(uses));
      await client.query(`delete from ${lists[kind].table} where id = $1`, [id]);
      await announceProgramme(client);
      return { output: {}, audit: { thing: { kind, id, name: nameOf(fields) }, before: fields } };
    },
  });

function describeUses(uses: Use[]): LocalizedText {
  const { de, en } = listTexts.inUse;
  return {
    de: de({ list: uses.map((use) => use.title_de).join(', ') }),
    en: en({ list: uses.map((use) => use.title_en).join(', ') }),
  };
}

const nameOf = (fields: Record<string, string>): string =>
  fields['name_de'] ?? fields['name'] ?? '';

/** The fields of the form; one that is not given, as on the command line, is as stored. */
function readFields(
  kind: ListKind,
  input: Entries,
  stored: StoredEntry | null,
): Record<string, string> {
  return Object.fromEntries(
    listFieldNames(kind).map((name) => {
      const given = input[name];
      const value = typeof given === 'string' ? given : (stored?.fields[name] ?? '');
      return [name, value.replaceAll('\r\n', '\n').trim()];
    }),
  );
}

/** The columns of an entry that keeps the rules of `load`; otherwise throws 422. */
function parseFields(kind: ListKind, fields: Record<string, string>): Record<string, unknown> {
  const typed: Record<string, unknown> = {};
  for (const { name, isInBoth, isOptional } of listFields[kind]) {
    const value = isInBoth
      ? { de: fields[`${name}_de`], en: fields[`${name}_en`] }
      : toValue(name, fields[name] ?? '');
    const isEmpty = Object.values([value].flat()).every((each) =>
      typeof each === 'object' ? Object.values(each).every((text) => text === '') : each === '',
    );
    if (!(isOptional === true && isEmpty)) typed[name] = value;
  }
  const parsed = lists[kind].format.safeParse(typed);
  if (parsed.success) return parsed.data;
  const errors: FieldTexts = {};
  for (const issue of parsed.error.issues) {
    const name = issue.path.join('_');
    const text = fields[name] === '' ? formTexts.missing : findProblemText(issue);
    errors[name] ??= text ?? commandProblemTexts.invalid;
  }
  throw invalidFields(errors);
}

const NUMBERS = new Set(['born', 'died', 'latitude', 'longitude']);

/** Decimals may have a comma. */
const toValue = (name: string, value: string): string | number =>
  NUMBERS.has(name) && /^-?\d+(?:[.,]\d+)?$/.test(value) ? Number(value.replace(',', '.')) : value;

async function checkVersion(
  client: PoolClient,
  kind: ListKind,
  stored: StoredEntry,
  fields: Record<string, string>,
  opened: string,
): Promise<void> {
  if (opened === '' || opened === stored.version) return;
  const { rows } = await client.query<{ name: string; at: Date }>(
    `select actor_name as name, created_at as at from audit_event
     where thing_kind = $1 and thing_id = $2::text or command = 'programme:import'
     order by id desc limit 1`,
    [kind, stored.id],
  );
  const last = rows[0] ?? { name: '–', at: new Date() };
  const names = listFieldNames(kind).filter((name) => fields[name] !== stored.fields[name]);
  throw new Problem('conflict', {
    message: describeOvertaken(last.name, last.at),
    version: stored.version,
    fields: Object.fromEntries(
      names.map((name) => [name, [describeText(stored.fields[name] ?? '')]]),
    ),
  });
}

/** The operations of venues, composers, instruments and ticket types (office.md 5.2). */
export const listOperations = {
  'venue:list': list('venue'),
  'venue:get': get('venue'),
  'venue:save': save('venue'),
  'venue:delete': remove('venue'),
  'composer:list': list('composer'),
  'composer:get': get('composer'),
  'composer:save': save('composer'),
  'composer:delete': remove('composer'),
  'instrument:list': list('instrument'),
  'instrument:get': get('instrument'),
  'instrument:save': save('instrument'),
  'instrument:delete': remove('instrument'),
  'ticket-type:list': list('ticket-type'),
  'ticket-type:get': get('ticket-type'),
  'ticket-type:save': save('ticket-type'),
  'ticket-type:delete': remove('ticket-type'),
};
