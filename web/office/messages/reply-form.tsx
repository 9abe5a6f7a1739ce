import { formatDayAndTime } from '#contract/format.ts';
import type { MessageDto } from '#contract/office/message-queries.ts';
import { messageTexts } from '#messages/office/messages.ts';
import { Field, TextArea } from '../../ui/field.tsx';
import { useLanguage, useTexts } from '../platform/use-frame.ts';
import { OfficeForm, useFormState } from '../ui/office-form.tsx';
import { Section } from '../ui/section.tsx';
import { prepareReply } from './prepare-reply.ts';

/** The reply to a message, with subject and quotation filled in. */
export function ReplyForm({ message }: { message: MessageDto }) {
  const texts = useTexts(messageTexts);
  const language = useLanguage();
  const state = useFormState('reply');
  const when = formatDayAndTime(message.createdAt, language);
  const preset = prepareReply({
    subject: texts.replySubject(message),
    wrote: texts.wrote({ when }),
    text: message.text,
  });
  const replies = String(message.replies.length);
  // after a 409 the page shows the reply that was in the way: the form may be sent again
  const seen = state.problem?.status === 409 ? replies : state.value('replies', replies);
  return (
    <Section id="reply" title={texts.reply}>
      <OfficeForm name="reply" state={state} labels={{ subject: texts.subject, text: texts.text }}>
        <input type="hidden" name="replies" value={seen} />
        <p className="small">{texts.replyHint}</p>
        <Field
          name="subject"
          label={texts.subject}
          defaultValue={state.value('subject', preset.subject)}
          error={state.error('subject')}
        />
        <TextArea
          name="text"
          label={texts.text}
          rows={12}
          defaultValue={state.value('text', preset.text)}
          error={state.error('text')}
        />
        <div className="office-buttons">
          <button className="button button--primary">{texts.reply}</button>
        </div>
      </OfficeForm>
    </Section>
  );
}
