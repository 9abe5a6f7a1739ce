import { toHeaderText, type WriteEmail } from '../../platform/mail/email.ts';

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
