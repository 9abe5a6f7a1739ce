import { toHeaderText, type WriteEmail } from '../../../platform/mail/email.ts';

/** Kind `contact-reply`, fact `replyId`: a reply as a member of staff wrote it; replies to it go to the association. */
export const writeReplyMail: WriteEmail = async (facts, _language, { pool, sender }) => {
  const { rows } = await pool.query<{ subject: string; text: string }>(
    `select subject, text from message_reply where id = $1`,
    [facts.replyId],
  );
  const [reply] = rows;
  if (reply === undefined) return null;
  const subject = toHeaderText(reply.subject);
  const paragraphs = reply.text.split(/\r?\n(?:[ \t]*\r?\n)+/).filter((each) => each.trim() !== '');
  const quoted = paragraphs.findIndex((each) => each.startsWith('>'));
  const own = quoted === -1 ? paragraphs : paragraphs.slice(0, quoted);
  const quote = quoted === -1 ? '' : paragraphs.slice(quoted).join('\n\n');
  return {
    subject,
    preheader: own[0]?.slice(0, 120) ?? '',
    heading: subject,
    paragraphs: own,
    ...(quote === '' ? {} : { quote: quote.replaceAll(/^> ?/gm, '') }),
    ...(sender.email === '' ? {} : { replyTo: sender.email }),
  };
};
