import { formatDayAndTime } from '#contract/format.ts';
import { contactMailTexts } from '#messages/contact-mails.ts';
import { pickTexts } from '#messages/define-texts.ts';
import { toHeaderText, type WriteEmail } from '../../platform/mail/email.ts';

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
