import { formatDayAndTime } from '#contract/format.ts';
import { parseBerlin } from '#contract/berlin-time.ts';
import { partOfField } from '#contract/office/concert-entries.ts';
import { cancelTexts } from '#messages/office/cancel.ts';
import { concertOfficeTexts } from '#messages/office/concerts.ts';
import { formTexts } from '#messages/office/forms.ts';
import { moveTexts } from '#messages/office/move.ts';
import { Field, TextArea } from '../../forms/fields.tsx';
import { FormShell } from '../../forms/form.tsx';
import { useLanguage, useTexts } from '../../platform/language.tsx';
import { Breadcrumb, OfficeTitle } from '../ui/office-title.tsx';
import { TermList } from '../ui/section.tsx';
import { CheckboxField } from '../ui/select-field.tsx';
import { useOptional } from '../ui/use-optional.ts';
import type { ConcertFormData, ConcertFormState } from './concert-form.tsx';

/** The fields of this form, besides those of the details that it sends along. */
const moveFields = ['move', 'mail', 'returns', 'donation', 'reason_de', 'reason_en'];
/** What every form of a concert has; this one has its own. */
const formFields = ['form', 'token', 'version', 'change'];

/** Whether the details were refused because tickets are sold, or this form is shown again. */
export function isMoving({ form, entries, change }: ConcertFormState): boolean {
  if (change === 'edit') return false;
  const errors = Object.keys(form.errors);
  const isSent = entries['move'] !== undefined || errors.includes('move');
  return isSent && errors.every((field) => moveFields.includes(field));
}

interface MoveFormProps {
  state: ConcertFormState;
  stored: ConcertFormData & { takesDonations: boolean };
  concert: { id: string; title: string };
}

/** Says what moving a concert means, and asks whether to mail (office.md 6); the details are sent along. */
export function MoveForm({ state, stored, concert: { id, title: below } }: MoveFormProps) {
  const texts = useTexts(moveTexts);
  const concerts = useTexts(concertOfficeTexts);
  const { form, entries, version } = state;
  const path = `/office/concerts/${id}`;
  const labels = useLabels();
  return (
    <>
      <Breadcrumb
        items={[
          { label: concerts.title, path: '/office/concerts' },
          { label: below, path },
          { label: texts.title },
        ]}
      />
      <OfficeTitle title={texts.title} below={below} />
      <FormShell form={form} labels={labels} confirms="move">
        <Effect entries={entries} stored={stored} />
        <input type="hidden" name="version" value={version} />
        <input type="hidden" name="move" value="1" />
        {Object.entries(entries)
          .filter(
            ([name]) =>
              partOfField(name) === 'details' && ![...moveFields, ...formFields].includes(name),
          )
          .flatMap(([name, values]) =>
            values.map((value) => (
              <input key={`${name} ${value}`} type="hidden" {...{ name, value }} />
            )),
          )}
        <Answer state={state} />
        <Returns state={state} takesDonations={stored.takesDonations} />
        <Reasons state={state} />
        <div className="office-buttons">
          <button className="button button--primary">{texts.title}</button>
          <button className="button button--line" name="change" value="edit">
            {concerts.back}
          </button>
        </div>
      </FormShell>
    </>
  );
}

function useLabels() {
  const texts = useTexts(moveTexts);
  const { reason } = useTexts(cancelTexts);
  const { german, english } = useTexts(formTexts);
  const [de, en] = [`${reason} (${german})`, `${reason} (${english})`];
  const { answer: mail, returns } = texts;
  return { mail, returns, reason_de: de, reason_en: en };
}

function Effect({
  entries,
  stored,
}: Pick<ConcertFormState, 'entries'> & { stored: ConcertFormData }) {
  const texts = useTexts(moveTexts);
  const language = useLanguage();
  const { document, choices, sold } = stored;
  const one = (name: string) => entries[name]?.[0]?.trim() ?? '';
  const describe = (start: string, venue: string) =>
    `${formatDayAndTime(parseBerlin(start), language)}, ${
      choices.venues.find(({ slug }) => slug === venue)?.[language] ?? venue
    }`;
  return (
    <>
      <p>
        <strong>{texts.count(sold)}</strong>
      </p>
      <TermList
        rows={[
          [texts.before, describe(document.start, document.venue)],
          [texts.after, describe(`${one('start_day')} ${one('start_time')}`, one('venue'))],
        ]}
      />
      <p>{texts.effect}</p>
    </>
  );
}

/** Whether to mail; neither choice is preset. */
function Answer({ state: { form, entries } }: { state: ConcertFormState }) {
  const texts = useTexts(moveTexts);
  const error = form.errors['mail'];
  const answers = [
    ['yes', texts.notify],
    ['no', texts.silent],
  ] as const;
  return (
    <fieldset className="office-choices" id="mail" tabIndex={-1}>
      <legend>{texts.answer}</legend>
      {error && <span className="field__error">{error}</span>}
      {answers.map(([value, label]) => (
        <label key={value} className="office-check">
          <input
            type="radio"
            name="mail"
            value={value}
            defaultChecked={entries['mail']?.[0] === value}
          />{' '}
          {label}
        </label>
      ))}
    </fieldset>
  );
}

/** Until when tickets can be returned, and whether their buyers may donate; the box is preset. */
function Returns({ state, takesDonations }: { state: ConcertFormState; takesDonations: boolean }) {
  const { form, entries } = state;
  const texts = useTexts(moveTexts);
  const optional = useOptional();
  return (
    <>
      <Field
        {...form.field('returns', entries['returns']?.[0] ?? '')}
        label={optional(texts.returns)}
        hint={texts.returnsHint}
        type="date"
      />
      {takesDonations && (
        <CheckboxField
          name="donation"
          label={texts.donation}
          defaultChecked={entries['move'] === undefined || entries['donation'] !== undefined}
        />
      )}
    </>
  );
}

function Reasons({ state: { form, entries } }: { state: ConcertFormState }) {
  const labels = useLabels();
  const optional = useOptional();
  return (
    <div className="fields fields--pair">
      {(['reason_de', 'reason_en'] as const).map((name) => (
        <TextArea
          key={name}
          {...form.field(name, entries[name]?.[0] ?? '')}
          label={optional(labels[name])}
          rows={3}
        />
      ))}
    </div>
  );
}
