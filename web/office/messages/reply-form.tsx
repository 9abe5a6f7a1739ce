import { formatDayAndTime } from '#contract/format.ts';
import { messageTexts } from '#messages/office/messages.ts';
import { Field, TextArea } from '../../forms/fields.tsx';
import { useLanguage, useTexts } from '../../platform/language.tsx';
import { FormShell } from '../../forms/form.tsx';
import { useForm } from '../../forms/use-form.ts';
import { Section } from '../ui/section.tsx';
import { MAX_REPLY_LENGTH, MAX_REPLY_SUBJECT_LENGTH } from '#contract/office/forms.ts';
import type { OutputOf } from '../platform/office-context.ts';

type MessageDto = OutputOf<'message:get'>;

/** The reply to a message, with subject and quotation filled in. */
export function ReplyForm({ message }: { message: MessageDto }) {
  const texts = useTexts(messageTexts);
  const language = useLanguage();
  const state = useForm('reply');
  const when = formatDayAndTime(message.createdAt, language);
  const preset = prepareReply({
    subject: texts.replySubject(message),
    wrote: texts.wrote({ when }),
    text: message.text,
  });
  const replies = String(message.replies.length);
  // after a 409 the page shows the reply that was in the way: the form may be sent again
  const seen = state.refusal?.status === 409 ? replies : state.value('replies', replies);
  return (
    <Section id="reply" title={texts.reply}>
      <FormShell form={state} labels={{ subject: texts.subject, text: texts.text }}>
        <input type="hidden" name="replies" value={seen} />
        <p className="small">{texts.replyHint}</p>
        <Field {...state.field('subject', preset.subject)} label={texts.subject} />
        <TextArea {...state.field('text', preset.text)} label={texts.text} rows={12} />
        <div className="office-buttons">
          <button className="button button--primary">{texts.reply}</button>
        </div>
      </FormShell>
    </Section>
  );
}

/** Leaves a quarter of the text for the reply itself. */
const MAX_QUOTE_LENGTH = MAX_REPLY_LENGTH * 0.75;

interface ReplyTo {
  subject: string;
  /** The line above the quotation. */
  wrote: string;
  /** The message. */
  text: string;
}

/** Prepares subject and text of a reply, shortened to their limits. */
export function prepareReply({ subject, wrote, text }: ReplyTo): { subject: string; text: string } {
  const characters = Array.from(subject);
  return {
    subject:
      characters.length > MAX_REPLY_SUBJECT_LENGTH
        ? `${characters.slice(0, MAX_REPLY_SUBJECT_LENGTH - 1).join('')}…`
        : subject,
    text: `\n\n\n${writeQuotation([wrote, ...text.split(/\r\n|[\r\n]/)]).join('\n')}\n`,
  };
}

/** Writes the lines as a quotation as far as they fit, and marks the end of a quotation that is cut. */
function writeQuotation(lines: string[]): string[] {
  const quoted: string[] = [];
  let length = 0;
  for (const line of lines) {
    const quote = `> ${line}`;
    // the browser sends the end of a line as two characters
    length += Array.from(quote).length + 2;
    if (length > MAX_QUOTE_LENGTH) return [...quoted, '> …'];
    quoted.push(quote);
  }
  return quoted;
}
