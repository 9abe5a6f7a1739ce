import type { OrderNote } from '#contract/office/order-queries.ts';
import { orderPageTexts } from '#messages/office/order-page.ts';
import { TextArea } from '../../ui/field.tsx';
import { useTexts } from '../platform/use-frame.ts';
import { FormToken, OfficeForm, useFormState } from '../ui/office-form.tsx';
import { Section } from '../ui/section.tsx';
import { useMoment } from '../ui/moment.tsx';

/** Notes of staff; the author can remove one for 10 minutes. */
export function OrderNotes({ notes }: { notes: OrderNote[] }) {
  const t = useTexts(orderPageTexts);
  const moment = useMoment();
  const state = useFormState('note');
  return (
    <Section id="notes" title={t.notes}>
      {notes.length === 0 && <p>{t.noNotes}</p>}
      {notes.length > 0 && (
        <ul className="office-notes">
          {notes.map((note) => (
            <li key={note.id}>
              <p className="office-notes__text">{note.text}</p>
              <p className="office-hint">
                {note.author}, {moment(note.createdAt)}
              </p>
              {note.isRevocable && <TakeBackForm id={note.id} />}
            </li>
          ))}
        </ul>
      )}
      <OfficeForm name="note" state={state} labels={{ note: t.note }}>
        <TextArea
          name="note"
          label={t.note}
          hint={t.notesHint}
          rows={3}
          defaultValue={state.value('note')}
          error={state.error('note')}
        />
        <button className="button button--line">{t.addNote}</button>
      </OfficeForm>
    </Section>
  );
}

function TakeBackForm({ id }: { id: number }) {
  const t = useTexts(orderPageTexts);
  return (
    <form method="post">
      <FormToken />
      <input type="hidden" name="form" value="take-back" />
      <input type="hidden" name="takeBack" value={id} />
      <button className="button button--line button--small">{t.takeBack}</button>
    </form>
  );
}
