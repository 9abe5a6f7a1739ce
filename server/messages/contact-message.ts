import { createHash } from 'node:crypto';
import type { Pool, PoolClient } from 'pg';
import { ContactBody } from '#contract/accounts.ts';
import { toEmailKey } from '#contract/fields.ts';
import type { Language } from '#contract/language.ts';
import { defineStep } from '../operations/define.ts';
import { queueMail } from '../platform/mail/queue-mail.ts';
import { inTransaction } from '../platform/database/database.ts';
import { formatDayAndTime } from '#contract/format.ts';
import { contactMailTexts } from '#messages/contact-mails.ts';
import { pickTexts } from '#messages/define-texts.ts';
import { toHeaderText, type WriteEmail } from '../platform/mail/email.ts';

/** A message of the contact page. */
interface ContactMessage {
  email: string;
  subject: string;
  message: string;
  /** The visitor's language. */
  language: Language;
}

/** The recipient of contact messages. */
interface ContactRecipient {
  /** Used while the database has no association; may have a name before `<…>`. */
  fallbackAddress: string;
  /** The association's language. */
  language: Language;
}

/** The operation of the contact page (api.md, Contact and newsletter). */
export const contactOperations = {
  'contact:send': defineStep({
    may: 'anyone',
    input: ContactBody,
    async run({ deps: { pool, env }, caller: { language } }, { honeypot = '', ...message }) {
      // only a bot fills this hidden field; nothing is sent, and it does not notice
      if (honeypot !== '') return;
      const recipient = { fallbackAddress: env.mailFrom, language: env.defaultLanguage };
      await sendContactMessage(pool, { ...message, language }, recipient);
    },
  }),
};

/**
 * Stores a message and queues its mail to the association, both or neither. Drops an identical message within ten
 * minutes (api.md, Conventions).
 */
async function sendContactMessage(
  pool: Pool,
  message: ContactMessage,
  recipient: ContactRecipient,
): Promise<void> {
  await inTransaction(pool, async (client) => {
    const messageId = await store(client, message);
    if (messageId === null) return;
    await queueMail(client, {
      kind: 'contact-message',
      recipient: (await findAssociationEmail(client)) ?? bareAddress(recipient.fallbackAddress),
      language: recipient.language,
      facts: { messageId },
      eventKey: `contact-message-${messageId}`,
    });
  });
}

/** Stores the message and returns its id; null for a repetition. */
async function store(client: PoolClient, message: ContactMessage): Promise<number | null> {
  const fingerprint = createHash('sha256')
    .update(JSON.stringify([toEmailKey(message.email), message.subject, message.message]))
    .digest();
  // the second of two simultaneous copies waits here and then finds the first
  await client.query(`select pg_advisory_xact_lock($1)`, [fingerprint.readBigInt64BE()]);
  const { rows } = await client.query<{ id: number }>(
    `insert into contact_message (email, subject, message, language, fingerprint)
     select $1, $2, $3, $4, $5::bytea
     where not exists (select from contact_message
       where fingerprint = $5 and created_at > now() - interval '10 minutes')
     returning id`,
    [message.email, message.subject, message.message, message.language, fingerprint],
  );
  return rows[0]?.id ?? null;
}

async function findAssociationEmail(client: PoolClient): Promise<string | null> {
  const { rows } = await client.query<{ email: string | null }>(
    `select content -> 'association' ->> 'email' as email from festival`,
  );
  return rows[0]?.email ?? null;
}

function bareAddress(sender: string): string {
  return /<([^<>]+)>$/.exec(sender)?.[1] ?? sender;
}

interface MessageRow {
  email: string;
  subject: string;
  message: string;
  created_at: Date;
}

/**
 * Kind `contact-message`, fact `messageId`: to the association; replies go to the visitor (api.md, Contact and
 * newsletter).
 */
export const writeContactMail: WriteEmail = async (facts, language, context) => {
  const { rows } = await context.pool.query<MessageRow>(
    `select email, subject, message, created_at from contact_message where id = $1`,
    [facts.messageId],
  );
  const message = rows[0];
  if (message === undefined) return null;
  const t = pickTexts(contactMailTexts, language);
  const subject = toHeaderText(message.subject);
  return {
    subject: t.subject({ subject }),
    preheader: t.preheader({ email: message.email }),
    heading: t.heading,
    paragraphs: [],
    quote: message.message,
    facts: [
      { label: t.from, value: message.email },
      { label: t.about, value: subject },
      { label: t.sentAt, value: formatDayAndTime(message.created_at, language) },
    ],
    smallPrint: [t.reply],
    replyTo: message.email,
  };
};

/** Kind `contact-reply`, fact `replyId`: a reply as a member of staff wrote it; replies to it go to the association. */
export const writeReplyMail: WriteEmail = async (facts, _language, { pool, sender }) => {
  const { rows } = await pool.query<{ subject: string; text: string }>(
    `select subject, text from message_reply where id = $1`,
    [facts.replyId],
  );
  const [reply] = rows;
  if (reply === undefined) return null;
  const subject = toHeaderText(reply.subject);
  const parts = splitReply(reply.text);
  const own = parts.filter(({ isQuote }) => !isQuote).map(({ lines }) => lines.join('\n'));
  const [quote, ...more] = parts.filter(({ isQuote }) => isQuote);
  return {
    subject,
    preheader: own[0]?.slice(0, 120) ?? '',
    heading: subject,
    // what is written between several quotations belongs there
    paragraphs:
      more.length === 0
        ? own
        : parts.flatMap(({ isQuote, lines }) => (isQuote ? lines : lines.join('\n'))),
    ...(quote === undefined || more.length > 0
      ? {}
      : { quote: quote.lines.join('\n').replaceAll(/^> ?/gm, '') }),
    ...(sender.email === '' ? {} : { replyTo: sender.email }),
  };
};

interface ReplyPart {
  isQuote: boolean;
  lines: string[];
}

/** The paragraphs and the quotations of a reply, in their order; a quotation goes on after an empty line. */
function splitReply(text: string): ReplyPart[] {
  const parts: ReplyPart[] = [];
  let isNew = true;
  for (const line of text.split(/\r?\n/)) {
    const isQuote = line.startsWith('>');
    const last = parts.at(-1);
    if (line.trim() === '') isNew = true;
    else if (last?.isQuote !== isQuote || (isNew && !isQuote))
      parts.push({ isQuote, lines: [line] });
    else last.lines.push(...(isNew ? ['', line] : [line]));
    if (line.trim() !== '') isNew = false;
  }
  return parts;
}
