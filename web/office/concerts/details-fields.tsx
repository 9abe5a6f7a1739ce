import { infoTypes } from '#contract/codes.ts';
import { concertHintTexts } from '#messages/office/concert-hints.ts';
import { concertOfficeTexts } from '#messages/office/concerts.ts';
import { Field } from '../../forms/fields.tsx';
import { useLanguage, useTexts } from '../../platform/language.tsx';
import { CheckboxField, SelectField } from '../ui/select-field.tsx';
import { useOptional } from '../ui/use-optional.ts';
import {
  BothFields,
  GroupFields,
  NewEntryButtons,
  type ConcertFormData,
  type ConcertFormState,
} from './concert-form.tsx';

interface DetailsFieldsProps {
  state: ConcertFormState;
  stored: ConcertFormData;
}

/** The fields of the details (office.md 5.2). */
export function DetailsFields({ state, stored }: DetailsFieldsProps) {
  const texts = useTexts(concertOfficeTexts);
  const hints = useTexts(concertHintTexts);
  const language = useLanguage();
  const optional = useOptional();
  const { field, isTicked } = state;
  const [slug, duration, key] = [field('slug'), field('duration'), field('key')];
  const box = (name: string, hint = '') => {
    const { label, error } = field(name);
    return <CheckboxField {...{ name, label, hint, error }} defaultChecked={isTicked(name)} />;
  };
  const isNew = stored.document.slug === '';
  return (
    <>
      {stored.state === 'draft' && <p className="office-hint">{texts.draftHint}</p>}
      <BothFields state={state} name="title" />
      <BothFields state={state} name="subtitle" />
      <BothFields state={state} name="introduction" rows={5} />
      <Field
        {...slug}
        label={isNew ? optional(slug.label) : slug.label}
        hint={isNew ? `${texts.newSlugHint} ${texts.slugHint}` : texts.slugHint}
        readOnly={stored.state !== 'draft'}
        autoComplete="off"
        spellCheck={false}
      />
      <div className="fields fields--pair">
        <Field {...field('start_day')} type="date" />
        <Field {...field('start_time')} type="time" />
      </div>
      <Field {...duration} label={optional(duration.label)} inputMode="numeric" />
      <SelectField
        {...field('venue')}
        options={[
          ['', texts.choose],
          ...stored.choices.venues.map((venue) => [venue.slug, venue[language]] as const),
        ]}
      />
      <NewEntryButtons kinds={['venue']} />
      <Field {...key} label={optional(key.label)} hint={hints.key} autoComplete="off" />
      {box('academy')}
      {box('longNight', hints.longNight)}
      <GroupFields state={state} group="note">
        {(name) => (
          <>
            <SelectField
              {...field(name('type'))}
              options={infoTypes.map((type) => [type, texts[type]] as const)}
            />
            <BothFields state={state} name={name('text')} rows={3} />
          </>
        )}
      </GroupFields>
    </>
  );
}
