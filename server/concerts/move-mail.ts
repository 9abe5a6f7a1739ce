import type { Pool } from 'pg';
import { formatDate, formatDayAndTime } from '#contract/format.ts';
import { concertChangedTexts } from '#messages/concert-changed.ts';
import { pickTexts } from '#messages/define-texts.ts';
import { orderMailTexts } from '#messages/order-mails.ts';
import { findWholeOrder } from '../documents/find-whole-order.ts';
import { greetBuyer, orderUrl } from '../documents/order-mails.ts';
import type { WriteEmail } from '../platform/mail/email.ts';
import { writeCalendar } from '../programme/calendar.ts';
import { toCalendarConcert } from '../programme/concert.ts';
import { listConcertRows } from '../programme/list-concert-rows.ts';
import type { MoveFacts } from './move-concert.ts';

interface MoveRow {
  facts: MoveFacts;
  concert_id: number;
  /** When the concert was changed last. */
  updated_at: Date;
}

/** Kind `concert-changed`, facts `orderId` and `itemId`: the concert is moved. Null once it is cancelled. */
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
  return {
    subject: t.subject({ title: concert.title, date: formatDate(run.facts.start, language) }),
    preheader: t.preheader({ time, venue }),
    heading: t.heading,
    paragraphs: [
      greetBuyer(order, pickTexts(orderMailTexts, language)),
      ...(reason === '' ? [] : [reason]),
      t.valid,
    ],
    button: { label: t.toOrder, url: orderUrl(context, order) },
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

async function getRun(pool: Pool, itemId: number): Promise<MoveRow> {
  const { rows } = await pool.query<MoveRow>(
    `select r.facts, r.concert_id, c.updated_at from run_item i join run r on r.id = i.run_id
     join concert c on c.id = r.concert_id where i.id = $1`,
    [itemId],
  );
  const [run] = rows;
  if (run === undefined) throw new Error(`there is no item ${itemId} of a moved concert`);
  return run;
}
