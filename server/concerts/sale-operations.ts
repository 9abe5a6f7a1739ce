import type { PoolClient } from 'pg';
import { z } from 'zod';
import type { ConcertDocument, SaleDocument } from '#contract/office/concert-document.ts';
import { completeConcertEntries, toConcertEntries } from '#contract/office/concert-entries.ts';
import { fieldOfSale, listPriceChanges, namePriceChanges } from '#contract/office/sale-entries.ts';
import { adminAndOffice, atDesk } from '#contract/office/staff.ts';
import type { LocalizedText } from '#contract/language.ts';
import { readRowId } from '#contract/office/forms.ts';
import { cancelTexts } from '#messages/office/cancel.ts';
import { concertProblemTexts } from '#messages/office/concerts.ts';
import { formTexts } from '#messages/office/forms.ts';
import type { AuditEntry } from '../operations/audit-entry.ts';
import { actorOf } from '../operations/caller.ts';
import { defineChange, type ChangeContext } from '../operations/define.ts';
import { choice, list, rowId } from '../operations/entries.ts';
import { conflict, invalidFields, type FieldTexts } from '../platform/problem.ts';
import { listChanges, writeVersion } from '../programme/concert-versions.ts';
import { announceProgramme, lockProgramme } from '../programme/load-programme.ts';
import { countTaken, loadQuotas, loadSale, loadStock, lockStock } from '../programme/load-sale.ts';
import { ChangeCounter, toSaleColumns, upsertRow } from '../programme/upsert-row.ts';
import {
  accept,
  checkUndo,
  checkVersion,
  getDocument,
  thingOf,
  toAuditValues,
  toFormEntries,
  openedVersion,
  writeSwitch,
} from './change-concert.ts';
import { judgeDocument, judgeEntries } from './judge-concert.ts';
import { lockConcert, readChoices, type StoredConcert } from './stored-concert.ts';

const line = () => z.coerce.string().default('');

/**
 * Saves the form of a concert's sale. `prices` names the changed prices that a page has shown: 422 while there are
 * others. `undo` is the version to take back.
 */
const saveSale = defineChange({
  may: adminAndOffice,
  input: z.looseObject({
    id: rowId(),
    version: openedVersion(),
    part: choice(['', 'sale']),
    prices: line(),
    undo: line(),
  }),
  async run(context, input) {
    const { client, deps } = context;
    const stored = await lockConcert(client, input.id);
    if (stored.state === 'cancelled') throw conflict(cancelTexts.isCancelled);
    const choices = await readChoices(client);
    const before = stored.version.document;
    const judge = { client, festival: deps.festival.content(), choices, stored };
    let document: ConcertDocument;
    if (input.undo === '') {
      const part = input.part === '' ? null : input.part;
      const entries = completeConcertEntries(toFormEntries(input, true), part, before);
      document = accept(await judgeEntries(judge, entries));
    } else {
      checkUndo(stored, readRowId(input.undo) + 1);
      const { sale } = await getDocument(client, stored.id, readRowId(input.undo));
      document = { ...before, sale };
    }
    const changes = listChanges(before, document);
    const output = { id: stored.id, version: stored.version.number };
    if (changes.length === 0) return { output, audit: [] };
    if (input.undo === '') {
      checkVersion(stored, input.version, changes, choices);
      checkPrices(before.sale, document.sale, input.prices);
    }
    await writeSale(context, stored, document);
    return {
      // the version before is what undo restores
      output: { ...output, version: output.version + 1, before: output.version },
      audit: { thing: thingOf(stored.id, document), ...toAuditValues(changes) },
      after: deps.stockChanged,
    };
  },
});

/** Throws 422 while prices change that no page has shown. */
function checkPrices(
  before: SaleDocument | undefined,
  after: SaleDocument | undefined,
  shown: string,
): void {
  const changed = listPriceChanges(before?.prices ?? {}, after?.prices ?? {});
  if (namePriceChanges(changed) === shown) return;
  throw invalidFields({ prices: concertProblemTexts.confirmPrices });
}

/** Writes a sale with the rules of `load`, after its tickets are counted under the lock of its stock. */
async function writeSale(
  { client, deps, caller }: ChangeContext,
  { id }: StoredConcert,
  document: ConcertDocument,
): Promise<void> {
  await checkTaken(client, id, document);
  const changes = new ChangeCounter();
  await upsertRow(client, changes, 'concert', { id }, toSaleColumns(document));
  const { rows } = await client.query<{ slug: string; de: string; en: string; notes: string[] }>(
    `select slug, name_de as de, name_en as en, array_remove(array[note_de, note_en], null) as notes
     from ticket_type_template`,
  );
  const ticketTypes = rows.map(({ slug, de, en, notes: [german, english] }) => {
    const note = german === undefined ? undefined : { de: german, en: english ?? german };
    return [slug, { name: { de, en }, note }] as const;
  });
  const sale = await loadSale(client, changes, {
    concert: document,
    id,
    programme: { festival: deps.festival.content(), ticketTypes: Object.fromEntries(ticketTypes) },
  });
  if (sale !== null) {
    await loadStock(client, changes, sale);
    await loadQuotas(client, changes, sale);
  }
  await writeVersion(client, id, document, { source: 'office', savedBy: actorOf(caller).name });
  await announceProgramme(client);
}

/** Throws 422 for a capacity or quota below what is sold and held, and for a type that is gone though somebody has it. */
async function checkTaken(
  client: PoolClient,
  concertId: number,
  document: ConcertDocument,
): Promise<void> {
  const { sale } = document;
  const { rows } = await client.query<{ id: number; presold: number }>(
    'select id, presold from product where concert_id = $1',
    [concertId],
  );
  const [product] = rows;
  if (product === undefined) return;
  const errors: FieldTexts = {};
  const { sold, held } = await lockStock(client, product.id);
  const taken = sold - product.presold + held + (sale?.presold ?? 0);
  if (sale !== undefined && taken > sale.quantity) errors['quantity'] = atLeast(taken);
  const types = await client.query<{ id: number; slug: string; is_used: boolean }>(
    `select t.id, t.slug, exists (select from ticket k where k.ticket_type_id = t.id)
       or exists (select from hold h where h.ticket_type_id = t.id)
       or exists (select from checkout_line l where l.ticket_type_id = t.id) as is_used
     from ticket_type t where t.product_id = $1`,
    [product.id],
  );
  const entries = toConcertEntries(document);
  for (const type of types.rows) {
    if (type.is_used && !(type.slug in (sale?.prices ?? {}))) {
      errors['type-add'] = concertProblemTexts.typeUsed;
    }
    const quota = sale?.quotas[type.slug];
    if (quota === undefined) continue;
    const { sold: ofType, held: heldOfType } = await countTaken(client, type.id);
    const field = fieldOfSale(['quotas', type.slug], entries);
    if (ofType + heldOfType > quota) errors[field] = atLeast(ofType + heldOfType);
  }
  if (Object.keys(errors).length > 0) throw invalidFields(errors);
}

const atLeast = (n: number) => ({
  de: concertProblemTexts.atLeast.de({ n }),
  en: concertProblemTexts.atLeast.en({ n }),
});

const switched = z.object({ concert: list(), undo: line() });

/** Starts sales at once; carts and payments go on (office.md 5.1). With `undo`, takes that back. */
const startSale = defineChange({
  may: adminAndOffice,
  input: switched,
  run: (context, { concert, undo }) =>
    switchSales(context, { concert, undo }, (sale, stored) => {
      if (sale === undefined) throw conflict(describeConcert(stored, concertProblemTexts.noSale));
      return sale.onSale ? sale : { ...sale, onSale: true, onSaleFrom: undefined };
    }),
});

/** Stops sales at once, planned ones, too; carts keep their holds, and open payments may finish. */
const stopSale = defineChange({
  may: atDesk,
  input: switched,
  run: (context, { concert, undo }) =>
    switchSales(context, { concert, undo }, (sale) =>
      sale === undefined || (!sale.onSale && sale.onSaleFrom === undefined)
        ? sale
        : { ...sale, onSale: false, onSaleFrom: undefined, onSaleUntil: undefined },
    ),
});

/** Plans the start of several sales at one moment. */
const scheduleSale = defineChange({
  may: adminAndOffice,
  input: z.object({
    concert: list(),
    onSaleFrom_day: line(),
    onSaleFrom_time: line(),
    undo: line(),
  }),
  async run(context, { concert, undo, onSaleFrom_day: day, onSaleFrom_time: time }) {
    const onSaleFrom = `${day} ${time}`;
    if (undo === '' && onSaleFrom === ' ') {
      const { missing } = formTexts;
      throw invalidFields({ onSaleFrom_day: missing, onSaleFrom_time: missing });
    }
    const { client, deps } = context;
    const choices = await readChoices(client);
    return await switchSales(context, { concert, undo }, async (sale, stored) => {
      if (sale === undefined) {
        throw invalidFields({ concert: describeConcert(stored, concertProblemTexts.noSale) });
      }
      const judge = { client, festival: deps.festival.content(), choices, stored };
      const { document } = stored.version;
      const planned = { ...document, sale: { ...sale, onSaleFrom } };
      const { document: judged, errors } = await judgeDocument(judge, planned);
      if (errors === null) return judged.sale;
      const [field = '', text = formTexts.day] = Object.entries(errors)[0] ?? [];
      const isOfMoment = field.startsWith('onSaleFrom') && !sale.onSale;
      throw invalidFields(isOfMoment ? errors : { concert: describeConcert(stored, text) });
    });
  },
});

/** The commands of a concert's sale (office.md 12). */
export const saleCommands = {
  'sale:save': saveSale,
  'sale:start': startSale,
  'sale:schedule': scheduleSale,
  'sale:stop': stopSale,
};

/** A text about one concert of several. */
const describeConcert = (
  { version: { document } }: StoredConcert,
  text: LocalizedText,
): LocalizedText => {
  const { de, en } = concertProblemTexts.ofConcert;
  const { title } = document;
  return { de: de({ title: title.de, text: text.de }), en: en({ title: title.en, text: text.en }) };
};

type ChangeSwitch = (
  sale: SaleDocument | undefined,
  stored: StoredConcert,
) => SaleDocument | undefined | Promise<SaleDocument | undefined>;

/**
 * Changes whether concerts are on sale, and their plans. `undo` names concerts with the versions to take back, as the
 * output does: "12:3 15:7".
 */
async function switchSales(
  context: ChangeContext,
  { concert, undo }: { concert: string[]; undo: string },
  change: ChangeSwitch,
) {
  const { client, caller, deps } = context;
  await lockProgramme(client);
  const named = (undo === '' ? concert : undo.split(' ')).map((each) => each.split(':'));
  if (named.length === 0) throw invalidFields({ concert: concertProblemTexts.nothingTicked });
  const audit: AuditEntry[] = [];
  const done: string[] = [];
  for (const [id = '', number = ''] of named) {
    const stored = await lockConcert(client, readRowId(id));
    if (stored.state === 'cancelled') {
      throw conflict(describeConcert(stored, cancelTexts.isCancelled));
    }
    const { document, number: current } = stored.version;
    const after =
      undo === ''
        ? await change(document.sale, stored)
        : await findEarlier(client, stored, readRowId(number));
    const changes = listChanges(document, { ...document, sale: after });
    if (after === undefined || changes.length === 0) continue;
    await writeSwitch(client, stored, after, actorOf(caller).name);
    audit.push({ thing: thingOf(stored.id, document), ...toAuditValues(changes) });
    done.push(`${stored.id}:${current}`);
  }
  if (audit.length > 0) await announceProgramme(client);
  return {
    output: { count: done.length, undo: done.join(' ') },
    audit,
    after: deps.stockChanged,
  };
}

async function findEarlier(client: PoolClient, stored: StoredConcert, number: number) {
  checkUndo(stored, number + 1);
  const { sale } = stored.version.document;
  const { sale: earlier } = await getDocument(client, stored.id, number);
  if (sale === undefined || earlier === undefined) return undefined;
  const { onSale, onSaleFrom, onSaleUntil } = earlier;
  return { ...sale, onSale, onSaleFrom, onSaleUntil };
}
