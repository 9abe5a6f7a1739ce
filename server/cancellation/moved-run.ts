import type { Language } from '#contract/language.ts';
import { admin } from '#contract/office/staff.ts';
import { moveTexts } from '#messages/office/move.ts';
import { undoMove } from '../concerts/move-concert.ts';
import { foldTickets } from '../door/read-door.ts';
import { hasOpenDispute } from '../payment/refund.ts';
import type { RunItemRow, RunKind, SteppedItem, StepContext } from '../runs/run-kind.ts';
import { emailSql, languageSql, ordersSql } from '../orders/order-contact-sql.ts';
import { CANCELLED_CONCERT_RUN } from './cancel-concert.ts';
import {
  CARRY_OUT_MINUTES,
  findOwed,
  getBuyerOrder,
  queueToBuyer,
  retryRefund,
  returnTickets,
  type ChoiceFacts,
} from './refund-buyer.ts';

/** The run that makes new PDFs of a moved concert's tickets, mails their holders, and returns tickets (office.md 6). */
export const movedConcertRun: RunKind = {
  label: moveTexts.run,
  may: admin,
  async step(context, item) {
    const { answer, endsAt }: ChoiceFacts = item.facts;
    // a job that comes twice finds nothing to do
    if (item.state !== 'waiting' && item.state !== 'asked')
      return { state: item.state, nextAt: null };
    if (item.state === 'waiting' && answer === undefined) await tellHolder(context, item);
    if (endsAt === undefined) return { state: 'done', nextAt: null };
    return await stepChoice(context, item, Date.parse(endsAt));
  },
  undo: undoMove,
  retry: retryRefund,
};

async function tellHolder(context: StepContext, item: RunItemRow): Promise<void> {
  const { id, order_id: orderId, facts } = item;
  const { rows } = await context.client.query<{ email: string | null; language: Language }>(
    `select ${emailSql} as email, ${languageSql} as language, case when c.delivery_method = 'onlineticket'
       then enqueue_documents(o.id) end
     from ${ordersSql} where o.id = $1`,
    [orderId],
  );
  const [holder] = rows;
  if (holder === undefined || facts['isMailed'] !== true) return;
  const mail = { kind: 'concert-changed', facts: { orderId: Number(orderId), itemId: id } };
  await queueToBuyer(context, holder, { ...mail, eventKey: `concert-changed-${id}` });
}

/** Waits for the buyer, or for the run of a cancellation, which takes over; an hour after a choice, carries it out. Without one, the tickets stay valid. */
async function stepChoice(
  context: StepContext,
  item: RunItemRow,
  ends: number,
): Promise<SteppedItem> {
  const { client, run } = context;
  const { answer, answeredAt = '', ...facts }: ChoiceFacts = item.facts;
  const cancelled = await client.query<{ begins_at: Date }>(
    'select begins_at from run where concert_id = $1 and kind = $2 and undone_at is null',
    [run.concert_id, CANCELLED_CONCERT_RUN],
  );
  const [cancellation] = cancelled.rows;
  if (cancellation !== undefined) return waitUntil(cancellation.begins_at.getTime(), 'nothing');
  if (answer === undefined) return waitUntil(ends, 'kept');
  const due = Date.parse(answeredAt) + CARRY_OUT_MINUTES * 60_000;
  if (due > Date.now()) return { state: 'asked', nextAt: new Date(due) };
  const order = await getBuyerOrder(client, item.order_id ?? 0, 'for no key update of c, o');
  if (await hasOpenDispute(client, order.intent_id)) return { state: 'disputed', nextAt: null };
  const owed = await findOwed(client, order, run.concert_id);
  if (owed === null) return { state: 'nothing', nextAt: null };
  // somebody is inside with one of them
  if (await isAdmitted(context, owed.ticketIds)) return { state: 'kept', nextAt: null, facts };
  return await returnTickets(context, item, order, owed);
}

/** Leaves a buyer asked until a moment, then in this state. */
const waitUntil = (time: number, state: string): SteppedItem =>
  time > Date.now() ? { state: 'asked', nextAt: new Date(time) } : { state, nextAt: null };

async function isAdmitted({ client }: StepContext, ticketIds: number[]): Promise<boolean> {
  const doors = await foldTickets(client, ticketIds);
  return [...doors.values()].some(({ admits }) =>
    admits.some(({ verdict }) => verdict === 'counted'),
  );
}
