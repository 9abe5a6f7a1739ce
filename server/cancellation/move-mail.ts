import type { Pool } from 'pg';
import { formatDate, formatDay, formatDayAndTime } from '#contract/format.ts';
import type { Language } from '#contract/language.ts';
import { concertChangedTexts } from '#messages/concert-changed.ts';
import { pickTexts } from '#messages/define-texts.ts';
import { orderMailTexts } from '#messages/order-mails.ts';
import { findWholeOrder, type WholeOrder } from '../documents/find-whole-order.ts';
import { greetBuyer, orderUrl } from '../documents/order-mails.ts';
import type { WriteEmail } from '../platform/mail/email.ts';
import { writeCalendar } from '../programme/calendar.ts';
import { toCalendarConcert } from '../programme/concert.ts';
import { listConcertRows } from '../programme/list-concert-rows.ts';
import type { MoveFacts } from '../concerts/move-concert.ts';
import { choiceUrl } from './cancel-mails.ts';
import type { ChoiceFacts } from './refund-buyer.ts';

interface MoveRow {
  /** Of the item. */
  id: number;
  choice: ChoiceFacts;
  facts: MoveFacts;
  concert_id: number;
  /** When the concert was changed last. */
  updated_at: Date;
}

/**
 * Kind `concert-changed`, facts `orderId` and `itemId`: the concert is moved, and the buyer may return the order's
 * tickets (office.md 6). Null once it is cancelled.
 */
export const writeConcertChangedMail: WriteEmail = async (facts, language, context) => {
  const { pool, publicUrl } = context;
  const run = await getRun(pool, Number(facts.itemId));
  const [row] = await listConcertRows(pool, run.concert_id);
  const order = await findWholeOrder(pool, Number(facts.orderId));
  if (order === null || row === undefined) throw new Error(`there is no order ${facts.orderId}`);
  if (row.cancelled_at !== null) return null;
  const concert = toCalendarConcert(row, language);
  const t = pickTexts(concertChangedTexts, language);
  const time = formatDayAndTime(concert.date, language);
  const { venue } = concert.location;
  const reason = run.facts[`reason_${language}`];
  const toOrder = { label: t.toOrder, url: orderUrl(context, order) };
  const mayReturn = run.choice.endsAt !== undefined && run.facts.returnsUntil !== null;
  return {
    subject: t.subject({ title: concert.title, date: formatDate(run.facts.start, language) }),
    preheader: t.preheader({ time, venue }),
    heading: t.heading,
    paragraphs: [
      greetBuyer(order, pickTexts(orderMailTexts, language)),
      ...(reason === '' ? [] : [reason]),
      t.valid,
      ...(mayReturn ? [describeReturns(run.facts, order, language)] : []),
    ],
    ...(mayReturn
      ? { button: { label: t.choose, url: choiceUrl(context, order, run) }, links: [toOrder] }
      : { button: toOrder }),
    sections: [
      {
        heading: concert.title,
        lines: [
          `${t.before}: ${formatDayAndTime(run.facts.start, language)}, ${run.facts[`venue_${language}`]}`,
          `${t.after}: ${time}, ${venue}`,
        ],
      },
    ],
    smallPrint: [t.ask],
    replyTo: context.sender.email,
    attachments: [
      {
        filename: `${t.calendar}-${concert.id}.ics`,
        contentType: 'text/calendar; charset=utf-8',
        content: writeCalendar([concert], { language, publicUrl, changedAt: run.updated_at }),
      },
    ],
  };
};

function describeReturns(
  { returnsUntil }: MoveFacts,
  { order_no: orderNo, amount_cents: cents }: WholeOrder,
  language: Language,
): string {
  const t = pickTexts(concertChangedTexts, language);
  const day = formatDay(returnsUntil ?? '', language);
  return (cents === 0 ? t.returnFree : t.returnPaid)({ orderNo, day });
}

async function getRun(pool: Pool, itemId: number): Promise<MoveRow> {
  const { rows } = await pool.query<MoveRow>(
    `select i.id, i.facts as choice, r.facts, r.concert_id, c.updated_at from run_item i join run r on r.id = i.run_id
     join concert c on c.id = r.concert_id where i.id = $1`,
    [itemId],
  );
  const [run] = rows;
  if (run === undefined) throw new Error(`there is no item ${itemId} of a moved concert`);
  return run;
}
