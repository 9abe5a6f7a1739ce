import { createHash } from 'node:crypto';
import type { PoolClient } from 'pg';
import { z } from 'zod';
import { toEmailKey } from '#contract/fields.ts';
import type { Language } from '#contract/language.ts';
import { completeConcertEntries, type ConcertPart } from '#contract/office/concert-entries.ts';
import { admin } from '#contract/office/staff.ts';
import { cancelTexts } from '#messages/office/cancel.ts';
import { commandProblemTexts } from '#messages/office/command-problems.ts';
import { formTexts } from '#messages/office/forms.ts';
import { moveTexts } from '#messages/office/move.ts';
import { endOpenPayments, lockStock } from './hold-sale.ts';
import { actorOf } from '../operations/caller.ts';
import { defineChange, type ChangeContext } from '../operations/define.ts';
import { choice, optionalText, rowId } from '../operations/entries.ts';
import { conflict, invalidFields } from '../platform/problem.ts';
import { queueMail } from '../platform/mail/queue-mail.ts';
import { listChanges } from '../programme/concert-versions.ts';
import { orderRun } from '../runs/order-run.ts';
import type { RunKind, RunRow } from '../runs/run-kind.ts';
import { emailSql, languageSql, ordersSql } from '../ticket-holders/holder-sql.ts';
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
  /** The version that moved it, and the one before. */
  version: number;
  before: number;
  postponedFrom: string | null;
}

/** Saves the details of a concert with another start or venue, although tickets are sold (running.md 4). */
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
    if (input.mail === '') throw invalidFields({ mail: formTexts.missing });
    await lockStock(client, stored.id);
    const facts = { ...(await readFacts(client, stored.id)), ...reasonsOf(input) };
    const saved = await saveVersion(context, { document, choices, stored, changes });
    if (!isMoved(before, document)) return saved;
    await writeMove(client, stored.id, before.start === document.start ? null : facts.start);
    const { version, before: former } = saved.output;
    const items = await listItems(client, stored.id, input.mail === 'yes');
    const run = await orderRun(client, {
      kind: MOVED_CONCERT_RUN,
      concertId: stored.id,
      orderedBy: actorOf(context.caller).name,
      facts: { ...facts, version, before: former } satisfies MoveFacts,
      items,
    });
    await endOpenPayments(client, stored.id);
    return { ...saved, output: { ...saved.output, run } };
  },
});

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

/** An item for each order with a valid ticket; the latest of each address is mailed. */
async function listItems(client: PoolClient, id: number, isMailed: boolean) {
  const orders = await listHolderOrders(client, id);
  const { mailed } = chooseHolders(orders, 'all');
  return orders.map((order) => ({
    key: String(order.id),
    orderId: order.id,
    facts: { isMailed: isMailed && mailed.includes(order) },
  }));
}

/** Takes a move back that has not begun: the version before is current again. */
async function undoMove(context: ChangeContext, run: RunRow): Promise<void> {
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

/** The run that makes new PDFs of a moved concert's tickets, and mails to their holders. */
export const movedConcertRun: RunKind = {
  label: moveTexts.run,
  may: admin,
  async step({ client, env }, { id, order_id: orderId, run_id: runId, facts }) {
    const { rows } = await client.query<{ email: string | null; language: Language }>(
      `select ${emailSql} as email, ${languageSql} as language, case when c.delivery_method = 'onlineticket'
         then enqueue_documents(o.id) end
       from ${ordersSql} where o.id = $1`,
      [orderId],
    );
    const [holder] = rows;
    if (holder?.email && facts['isMailed'] === true) {
      const key = createHash('sha256').update(toEmailKey(holder.email)).digest('base64url');
      await queueMail(client, {
        kind: 'concert-changed',
        recipient: holder.email,
        language: holder.language,
        facts: { orderId: Number(orderId), itemId: id },
        eventKey: `concert-changed-${runId}-${key}`,
        perMinute: env.mailsPerMinute,
      });
    }
    return { state: 'done', nextAt: null };
  },
  undo: undoMove,
};

/** The command that moves a concert. */
export const moveCommands = { 'concert:move': moveConcert };
