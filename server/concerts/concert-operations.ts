import { z } from 'zod';
import { parseBerlin } from '#contract/berlin-time.ts';
import type { ConcertDocument } from '#contract/office/concert-document.ts';
import { completeConcertEntries, type ConcertPart } from '#contract/office/concert-entries.ts';
import { adminAndEditor } from '#contract/office/staff.ts';
import { commandProblemTexts } from '#messages/office/command-problems.ts';
import { concertProblemTexts } from '#messages/office/concerts.ts';
import { moveTexts } from '#messages/office/move.ts';
import { actorOf } from '../operations/caller.ts';
import { defineChange, type ChangeContext } from '../operations/define.ts';
import { choice, rowId, ticked } from '../operations/entries.ts';
import { conflict, type FieldTexts } from '../platform/problem.ts';
import { listChanges, writeVersion, type FieldChange } from '../programme/concert-versions.ts';
import { announceProgramme, lockProgramme } from '../programme/load-programme.ts';
import { publish, saveConcert } from '../programme/save-concert.ts';
import { ChangeCounter } from '../programme/upsert-row.ts';
import {
  accept,
  checkMove,
  checkVersion,
  getDocument,
  thingOf,
  toAuditValues,
  toFormEntries,
  UNDO_MINUTES,
  openedVersion,
  writeSwitch,
} from './change-concert.ts';
import { chooseSlug } from './choose-slug.ts';
import { lockStock } from './hold-sale.ts';
import { judgeDocument, judgeEntries } from './judge-concert.ts';
import {
  lockConcert,
  readChoices,
  toReferences,
  type ConcertChoices,
  type StoredConcert,
} from './stored-concert.ts';

/** Creates a draft with the details that a form gives; without a short name, it gets one from its title (office.md 5.2). */
const createConcert = defineChange({
  may: adminAndEditor,
  input: z.looseObject({}),
  async run(context, input) {
    const { client, deps } = context;
    await lockProgramme(client);
    const choices = await readChoices(client);
    const typed = completeConcertEntries(toFormEntries(input), 'details', null);
    const [slug = '', title = ''] = [typed['slug']?.[0]?.trim(), typed['title_de']?.[0]];
    const entries = {
      ...typed,
      slug: [slug === '' ? await chooseSlug(client, 'concert', title) : slug],
    };
    const judge = { client, festival: deps.festival.content(), choices, stored: null };
    const document = accept(await judgeEntries(judge, entries));
    const id = await writeConcert(context, { document, choices, stored: null });
    return {
      output: { id, version: 1 },
      audit: { thing: thingOf(id, document), after: { slug: document.slug } },
      after: deps.stockChanged,
    };
  },
});

/**
 * Saves a part of a concert's form. `version` is the one that the form was opened with: 409 with what is stored now,
 * and its version, when another one is current. Without it, as on the command line, any is replaced.
 */
const editConcert = defineChange({
  may: adminAndEditor,
  input: z.looseObject({
    id: rowId(),
    version: openedVersion(),
    part: choice(['', 'details', 'programme']),
  }),
  async run(context, input) {
    const { client, deps } = context;
    const stored = await lockConcert(client, input.id);
    const choices = await readChoices(client);
    const part: ConcertPart | null = input.part === '' ? null : input.part;
    const before = stored.version.document;
    const entries = completeConcertEntries(toFormEntries(input), part, before);
    const judge = { client, festival: deps.festival.content(), choices, stored };
    const document = endSaleAtStart(before, accept(await judgeEntries(judge, entries)));
    const changes = listChanges(before, document);
    if (changes.length === 0) {
      return { output: { id: stored.id, version: stored.version.number }, audit: [] };
    }
    checkVersion(stored, input.version, changes, choices);
    await checkMove(context, stored, document);
    return await saveVersion(context, { document, choices, stored, changes });
  },
});

/** A sale that was planned to end with the start of its concert still does when that moves. */
export function endSaleAtStart(
  { start, sale }: ConcertDocument,
  moved: ConcertDocument,
): ConcertDocument {
  if (moved.sale === undefined || sale?.onSaleUntil !== start) return moved;
  return { ...moved, sale: { ...moved.sale, onSaleUntil: moved.start } };
}

/**
 * Saves the document of an earlier version as a new one; the sale stays as it is, and the short name. With `undo`, it
 * takes back a version that is less than ten minutes old.
 */
const restoreVersion = defineChange({
  may: adminAndEditor,
  input: z.object({ id: rowId(), number: rowId(), version: openedVersion(), undo: ticked() }),
  async run(context, input) {
    const { client, deps } = context;
    const stored = await lockConcert(client, input.id);
    const { savedAt, document: before } = stored.version;
    if (input.undo && Date.now() - savedAt.getTime() > UNDO_MINUTES * 60_000) {
      throw conflict(commandProblemTexts.tooLateToUndo);
    }
    const earlier = await getDocument(client, stored.id, input.number);
    const choices = await readChoices(client);
    const judge = { client, festival: deps.festival.content(), choices, stored };
    const restored = { ...earlier, slug: stored.slug, sale: before.sale };
    const document = endSaleAtStart(before, accept(await judgeDocument(judge, restored)));
    const changes = listChanges(before, document);
    if (changes.length === 0) {
      return { output: { id: stored.id, version: stored.version.number }, audit: [] };
    }
    checkVersion(stored, input.version, [], choices);
    await checkMove(context, stored, document, moveTexts.restoreByHand);
    return await saveVersion(context, { document, choices, stored, changes });
  },
});

/** Deletes a draft that never had a sale (office.md 5.2). */
const deleteConcert = defineChange({
  may: adminAndEditor,
  input: z.object({ id: rowId() }),
  async run({ client, deps }, { id }) {
    const stored = await lockConcert(client, id);
    if (stored.state !== 'draft') throw conflict(concertProblemTexts.notDraft);
    if (stored.has_sale) throw conflict(concertProblemTexts.hasSale);
    await client.query(`delete from concert where id = $1`, [id]);
    return {
      output: {},
      audit: { thing: thingOf(id, stored.version.document), before: { slug: stored.slug } },
      after: deps.stockChanged,
    };
  },
});

/** Publishes a concert that is complete; 422 names what is missing. With `undo`, takes a withdrawal back. */
const publishConcert = defineChange({
  may: adminAndEditor,
  input: z.object({ id: rowId(), undo: ticked() }),
  async run(context, { id, undo }) {
    const { client, deps } = context;
    const stored = await lockConcert(client, id);
    const { document } = stored.version;
    if (stored.is_published) return { output: { id }, audit: [] };
    const wasOnSale = undo ? await findWithdrawnSale(context, id) : false;
    const choices = await readChoices(client);
    const festival = deps.festival.content();
    const judge = { client, festival, choices, stored, isPublished: true };
    accept(await judgeDocument(judge, document), listMissing(document));
    await publish(client, new ChangeCounter(), id, true);
    if (wasOnSale && stored.state !== 'cancelled') await setOnSale(context, stored, true);
    await announceProgramme(client);
    return {
      output: { id },
      audit: {
        thing: thingOf(id, document),
        before: { state: stored.state },
        after: { state: 'published' },
      },
      after: deps.stockChanged,
    };
  },
});

/**
 * Takes a concert off the site and off sale. `tickets` is how many valid tickets the page has named: 409 while there
 * are others, so that nobody overlooks them.
 */
const withdrawConcert = defineChange({
  may: adminAndEditor,
  input: z.object({ id: rowId(), tickets: z.coerce.string().default('') }),
  async run(context, { id, tickets }) {
    const { client, deps } = context;
    const stored = await lockConcert(client, id);
    if (!stored.is_published) throw conflict(concertProblemTexts.notPublished);
    // before the tickets are counted: nobody buys one in the meantime
    await lockStock(client, id);
    const { valid_tickets: count } = await lockConcert(client, id);
    if (count > 0 && tickets !== String(count)) {
      const { de, en } = concertProblemTexts.validTickets;
      throw conflict({ de: de({ count }), en: en({ count }) });
    }
    await publish(client, new ChangeCounter(), id, false);
    if (stored.onsale) await setOnSale(context, stored, false);
    await announceProgramme(client);
    return {
      output: { id, tickets: count },
      audit: {
        thing: thingOf(id, stored.version.document),
        before: { state: stored.state, onSale: stored.onsale },
        after: { state: 'withdrawn', onSale: false },
      },
      after: deps.stockChanged,
    };
  },
});

/** The commands of concerts (office.md 12). */
export const concertCommands = {
  'concert:create': createConcert,
  'concert:save': editConcert,
  'concert:delete': deleteConcert,
  'concert:publish': publishConcert,
  'concert:withdraw': withdrawConcert,
  'concert:restore': restoreVersion,
};

/** What a concert lacks for visitors, by the button that adds it. */
const listMissing = ({ pieces, musicians }: ConcertDocument): FieldTexts => ({
  ...(pieces.length === 0 && { 'piece-add': concertProblemTexts.noPiece }),
  ...(Object.keys(musicians).length === 0 && { 'performer-add': concertProblemTexts.noPerformer }),
});

interface WriteInput {
  document: ConcertDocument;
  choices: ConcertChoices;
  stored: StoredConcert | null;
}

/** Writes the rows of a concert and its version, and lets every process know. Returns the id. */
async function writeConcert(
  { client, caller }: ChangeContext,
  { document, choices, stored }: WriteInput,
): Promise<number> {
  const concertId = await saveConcert(client, new ChangeCounter(), {
    concert: { ...document, published: stored?.is_published ?? false },
    ...(stored && { id: stored.id }),
    references: toReferences(choices),
    hasSale: false,
  });
  const until = document.sale?.onSaleUntil;
  if (until !== undefined && until !== stored?.version.document.sale?.onSaleUntil) {
    await client.query('update concert set on_sale_until = $2 where id = $1', [
      concertId,
      parseBerlin(until),
    ]);
  }
  const savedBy = actorOf(caller).name;
  await writeVersion(client, concertId, document, { source: 'office', savedBy });
  await announceProgramme(client);
  return concertId;
}

/** Saves a document that keeps the rules as the concert's next version. */
export async function saveVersion(
  context: ChangeContext,
  { stored, changes, ...input }: WriteInput & { stored: StoredConcert; changes: FieldChange[] },
) {
  const id = await writeConcert(context, { ...input, stored });
  const { number } = stored.version;
  return {
    // the version before is what undo restores
    output: { id, version: number + 1, before: number },
    audit: {
      thing: thingOf(id, input.document),
      ...toAuditValues(changes),
    },
    after: context.deps.stockChanged,
  };
}

/** Sets whether a concert is on sale. */
async function setOnSale(
  { client, caller }: ChangeContext,
  stored: StoredConcert,
  onSale: boolean,
) {
  const { sale } = stored.version.document;
  if (sale === undefined) return;
  await writeSwitch(client, stored, { ...sale, onSale }, actorOf(caller).name);
}

/**
 * Whether the concert was on sale when this person withdrew it a short time ago. 409 when that is too long ago, or
 * when something else has happened to the concert since.
 */
async function findWithdrawnSale({ client, caller }: ChangeContext, id: number): Promise<boolean> {
  const { rows } = await client.query<{ onSale: boolean }>(
    `select (e.before->>'onSale')::boolean as "onSale" from (
       select * from audit_event where thing_kind = 'concert' and thing_id = $1::text order by id desc limit 1
     ) e
     where e.command = 'concert:withdraw' and e.actor_id is not distinct from $2
       and e.created_at > now() - make_interval(mins => ${UNDO_MINUTES})`,
    [id, actorOf(caller).id],
  );
  const [last] = rows;
  if (last === undefined) throw conflict(commandProblemTexts.tooLateToUndo);
  return last.onSale;
}
