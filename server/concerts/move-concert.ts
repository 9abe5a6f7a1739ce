import type { PoolClient } from 'pg';
import { z } from 'zod';
import { berlinDate } from '#contract/berlin-time.ts';
import { completeConcertEntries, type ConcertPart } from '#contract/office/concert-entries.ts';
import { admin } from '#contract/office/staff.ts';
import { cancelTexts } from '#messages/office/cancel.ts';
import { commandProblemTexts } from '#messages/office/command-problems.ts';
import { formTexts } from '#messages/office/forms.ts';
import { moveTexts } from '#messages/office/move.ts';
import { endOpenPayments, lockStock } from './hold-sale.ts';
import { actorOf } from '../operations/caller.ts';
import { defineChange, type ChangeContext } from '../operations/define.ts';
import { choice, optionalText, rowId, ticked } from '../operations/entries.ts';
import { findDayStart } from '../operations/list-page.ts';
import { conflict, invalidFields, type FieldTexts } from '../platform/problem.ts';
import { listChanges } from '../programme/concert-versions.ts';
import { orderRun } from '../runs/order-run.ts';
import type { RunRow } from '../runs/run-kind.ts';
import { chooseHolders, listHolderOrders } from '../ticket-holders/list-holders.ts';
import {
  accept,
  checkVersion,
  getDocument,
  isMoved,
  openedVersion,
  toFormEntries,
} from './change-concert.ts';
import { endSaleAtStart, saveVersion } from './concert-operations.ts';
import { judgeEntries } from './judge-concert.ts';
import { lockConcert, readChoices } from './stored-concert.ts';

const MAX_REASON_LENGTH = 500;

/** The name of this kind of run. */
export const MOVED_CONCERT_RUN = 'concert-changed';

/** What a run knows of the concert that was moved. */
export interface MoveFacts extends Record<string, unknown> {
  /** The start before, as a moment. */
  start: string;
  venue_de: string;
  venue_en: string;
  reason_de: string;
  reason_en: string;
  /** The last day on which buyers may return their tickets, YYYY-MM-DD; null: they may not. */
  returnsUntil: string | null;
  /** Whether buyers who return them may donate. */
  offersDonation: boolean;
  /** The version that moved it, and the one before. */
  version: number;
  before: number;
  postponedFrom: string | null;
}

/** Saves the details of a concert with another start or venue, although tickets are sold (office.md 6). */
const moveConcert = defineChange({
  may: admin,
  confirms: true,
  input: z.looseObject({
    id: rowId(),
    version: openedVersion(),
    part: choice(['', 'details']),
    mail: choice(['', 'yes', 'no']),
    reason_de: optionalText(MAX_REASON_LENGTH),
    reason_en: optionalText(MAX_REASON_LENGTH),
    returns: optionalText(MAX_REASON_LENGTH),
    donation: ticked(),
  }),
  async run(context, input) {
    const { client, deps } = context;
    const stored = await lockConcert(client, input.id);
    if (stored.state === 'cancelled') throw conflict(cancelTexts.alreadyCancelled);
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
    checkAnswers(input, document.start);
    await lockStock(client, stored.id);
    const { returns: returnsUntil } = input;
    const takesDonations = deps.festival.content().association.donations !== undefined;
    const facts = {
      ...(await readFacts(client, stored.id)),
      ...reasonsOf(input),
      returnsUntil,
      offersDonation: returnsUntil !== null && input.donation && takesDonations,
    };
    const saved = await saveVersion(context, { document, choices, stored, changes });
    if (!isMoved(before, document)) return saved;
    await writeMove(client, stored.id, before.start === document.start ? null : facts.start);
    const { version, before: former } = saved.output;
    const items = await listItems(client, stored.id, input.mail === 'yes', returnsUntil);
    const run = await orderRun(client, {
      kind: MOVED_CONCERT_RUN,
      concertId: stored.id,
      orderedBy: actorOf(context.caller).name,
      facts: { ...facts, version, before: former } satisfies MoveFacts,
      items,
    });
    await endOpenPayments(client, stored.id);
    const { thing, before: was, after: is } = saved.audit;
    return {
      ...saved,
      output: { ...saved.output, run },
      audit: {
        thing,
        before: was,
        after: { ...is, ...(returnsUntil && { returns: returnsUntil }) },
      },
    };
  },
});

/** Throws 422 unless it says whether to mail, and for a day of returns without a mail, past, or too late. */
function checkAnswers(
  { mail, returns }: { mail: '' | 'yes' | 'no'; returns: string | null },
  start: string,
): void {
  const errors: FieldTexts = mail === '' ? { mail: formTexts.missing } : {};
  if (returns !== null) {
    const today = berlinDate(new Date());
    const concertDay = start.slice(0, 10);
    const isLate = concertDay > today && returns >= concertDay;
    if (findDayStart(returns, 1) === null || returns <= today || isLate) {
      errors['returns'] = moveTexts.returnsDay;
    } else if (mail === 'no') errors['returns'] = moveTexts.returnsWithoutMail;
  }
  if (Object.keys(errors).length > 0) throw invalidFields(errors);
}

const reasonsOf = (input: { reason_de: string | null; reason_en: string | null }) => ({
  reason_de: input.reason_de ?? '',
  reason_en: input.reason_en ?? '',
});

async function readFacts(client: PoolClient, id: number) {
  const { rows } = await client.query<
    Pick<MoveFacts, 'start' | 'venue_de' | 'venue_en' | 'postponedFrom'>
  >(
    `select to_json(c.starts_at)#>>'{}' as start, v.name_de as venue_de, v.name_en as venue_en,
       to_json(c.postponed_from)#>>'{}' as "postponedFrom"
     from concert c join venue v on v.id = c.venue_id where c.id = $1`,
    [id],
  );
  return rows[0] ?? { start: '', venue_de: '', venue_en: '', postponedFrom: null };
}

/** Counts the move, and keeps the first start that it had, if that changes. */
async function writeMove(client: PoolClient, id: number, start: string | null): Promise<void> {
  await client.query(
    `update concert set moves = moves + 1, updated_at = clock_timestamp(),
       postponed_from = coalesce(postponed_from, $2) where id = $1`,
    [id, start],
  );
}

/**
 * An item for each order with a valid ticket. The latest of each address is mailed; with returns every one, because each
 * has a link of its own.
 */
async function listItems(
  client: PoolClient,
  id: number,
  isMailed: boolean,
  returnsUntil: string | null,
) {
  const orders = await listHolderOrders(client, id);
  const { mailed } = chooseHolders(orders, 'all');
  const endsAt = findDayStart(returnsUntil ?? undefined, 1)?.toISOString();
  return orders.map((order) => ({
    key: String(order.id),
    orderId: order.id,
    facts:
      endsAt === undefined
        ? { isMailed: isMailed && mailed.includes(order) }
        : { isMailed: true, ...(order.emailKey !== null && { endsAt }) },
  }));
}

/** Takes a move back that has not begun: the version before is current again. */
export async function undoMove(context: ChangeContext, run: RunRow): Promise<void> {
  const { client } = context;
  const facts = run.facts as MoveFacts;
  const stored = await lockConcert(client, run.concert_id ?? 0);
  if (stored.version.number !== facts.version) throw conflict(commandProblemTexts.tooLateToUndo);
  const current = stored.version.document;
  const earlier = await getDocument(client, stored.id, facts.before);
  const document = endSaleAtStart(current, { ...earlier, sale: current.sale });
  const choices = await readChoices(client);
  const changes = listChanges(current, document);
  await saveVersion(context, { document, choices, stored, changes });
  await client.query(
    `with moved as (
       update concert set moves = moves + 1, postponed_from = $2 where id = $1 returning moves - 1 as moves
     )
     select enqueue_documents(d.order_id) from moved join document d on d.moves = moved.moves
     join ticket t on t.id = d.ticket_id join product p on p.id = t.product_id where p.concert_id = $1
     group by d.order_id`,
    [stored.id, facts.postponedFrom],
  );
}

/** The command that moves a concert. */
export const moveCommands = { 'concert:move': moveConcert };
