import { GERMANY_ID } from '#contract/constants.ts';
import { complimentaryTexts } from '#messages/office/complimentary.ts';
import { formTexts } from '#messages/office/forms.ts';
import { Field } from '../../ui/field.tsx';
import { useLanguage, useTexts } from '../platform/use-frame.ts';
import type { FormState } from '../ui/office-form.tsx';
import { listCountries } from '../ui/list-countries.ts';
import { SelectField } from '../ui/select-field.tsx';

/** Recipient and delivery of the tickets. */
export function RecipientFields({ state }: { state: FormState }) {
  const texts = useTexts(complimentaryTexts);
  const { optional } = useTexts(formTexts);
  const language = useLanguage();
  const field = (name: string) => ({
    name,
    defaultValue: state.value(name),
    error: state.error(name),
  });
  return (
    <fieldset>
      <legend>{texts.recipient}</legend>
      <div className="fields fields--pair">
        <Field {...field('firstName')} label={texts.firstName} autoComplete="off" />
        <Field {...field('lastName')} label={texts.lastName} autoComplete="off" />
      </div>
      <Field {...field('email')} label={texts.email} type="email" autoComplete="off" />
      <SelectField
        name="language"
        label={texts.language}
        defaultValue={state.value('language', language)}
        error={state.error('language')}
        options={[
          ['de', texts.german],
          ['en', texts.english],
        ]}
      />
      <SelectField
        name="delivery"
        label={texts.delivery}
        hint={texts.postHint}
        defaultValue={state.value('delivery', 'onlineticket')}
        error={state.error('delivery')}
        options={[
          ['onlineticket', texts.onlineticket],
          ['boxoffice', texts.boxoffice],
          ['postal', texts.postal],
        ]}
      />
      <Field {...field('street')} label={optional({ label: texts.street })} autoComplete="off" />
      <div className="fields fields--zip">
        <Field {...field('zip')} label={optional({ label: texts.zip })} autoComplete="off" />
        <Field {...field('city')} label={optional({ label: texts.city })} autoComplete="off" />
      </div>
      <SelectField
        name="country"
        label={texts.country}
        defaultValue={state.value('country', String(GERMANY_ID))}
        error={state.error('country')}
        options={listCountries(language)}
      />
    </fieldset>
  );
}
