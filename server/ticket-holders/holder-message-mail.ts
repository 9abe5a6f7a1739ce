import type { Pool, PoolClient } from 'pg';
import { formatDayAndTime } from '#contract/format.ts';
import type { Language } from '#contract/language.ts';
import {
  fillPlaceholders,
  type HolderMessage,
  type PlaceholderValues,
} from '#contract/office/holder-message.ts';
import { pickTexts } from '#messages/define-texts.ts';
import { holderMessageMailTexts } from '#messages/office/holder-message.ts';
import { toHeaderText, type Email, type WriteEmail } from '../platform/mail/email.ts';
import { ordersSql } from '../orders/order-contact-sql.ts';

/** What a message says of its concert. */
interface ConcertRow {
  title_de: string;
  title_en: string;
  starts_at: Date;
}

/** Somebody invented, for previews and tests. */
const sample = { name: 'Clara Wieck', orderNo: 'ABCD-2345' };

/**
 * The email of a message in a language, in German if it has no English; `person` is its reader, otherwise an invented
 * one (office.md 8.5).
 */
export function composeMessage(
  message: HolderMessage,
  concert: ConcertRow,
  wanted: Language,
  person: Pick<PlaceholderValues, 'name' | 'orderNo'> = sample,
): Email {
  const language = message[`text_${wanted}`] === '' ? 'de' : wanted;
  const values = {
    ...person,
    concert: concert[`title_${language}`],
    date: formatDayAndTime(concert.starts_at, language),
  };
  const subject = toHeaderText(fillPlaceholders(message[`subject_${language}`], values));
  const paragraphs = fillPlaceholders(message[`text_${language}`], values).split(/\r?\n\s*\n/);
  const t = pickTexts(holderMessageMailTexts, language);
  return {
    subject,
    preheader: paragraphs[0]?.slice(0, 120) ?? '',
    heading: subject,
    paragraphs,
    smallPrint: [t.reason(values)],
  };
}

/** The concert of a message; null for an unknown one. */
export async function findConcertOfMessage(
  client: Pool | PoolClient,
  id: number,
): Promise<(ConcertRow & { id: number }) | null> {
  const { rows } = await client.query<ConcertRow & { id: number }>(
    'select id, title_de, title_en, starts_at from concert where id = $1',
    [id],
  );
  return rows[0] ?? null;
}

/**
 * Kind `holder-message`, facts `messageId` and, unless it is a test, `orderId`: a message of the office to a ticket
 * holder, as written (office.md 8.5).
 */
export const writeHolderMessage: WriteEmail = async (facts, language, { pool, sender }) => {
  const { rows } = await pool.query<ConcertRow & { content: HolderMessage }>(
    `select m.content, k.title_de, k.title_en, k.starts_at
     from holder_message m join concert k on k.id = m.concert_id where m.id = $1`,
    [facts.messageId],
  );
  const [row] = rows;
  if (row === undefined) return null;
  const person = await pool.query<{ name: string; orderNo: string }>(
    `select o.order_no as "orderNo",
       coalesce(x.name, (c.details->>'first_name') || ' ' || (c.details->>'last_name')) as name
     from ${ordersSql} where o.id = $1`,
    [facts.orderId ?? 0],
  );
  return {
    ...composeMessage(row.content, row, language, person.rows[0]),
    replyTo: sender.email,
  };
};

/** Kind `office-test`, no facts: shows somebody in the office that mails arrive. */
export const writeOfficeTest: WriteEmail = (_facts, language, { sender }) => {
  const t = pickTexts(holderMessageMailTexts, language);
  return Promise.resolve({
    subject: t.testSubject({ name: sender.name }),
    preheader: t.testHeading,
    heading: t.testHeading,
    paragraphs: [t.testGreeting, t.testText],
  });
};
