import { useState, type ComponentProps } from 'react';
import { GERMANY_ID } from '#contract/constants.ts';
import { checkoutTexts } from '#messages/checkout.ts';
import { useTexts } from '../platform/language.ts';
import { Field } from '../ui/field.tsx';
import { NewPasswordFields } from '../ui/password-field.tsx';
import type { FieldOf } from '../ui/use-live-errors.ts';
import { CountryField, type Countries } from './country-field.tsx';
import { missingZipDigits, type DetailsField, type DetailsValues } from './details-values.ts';

interface DetailsFieldsProps {
  field: FieldOf<DetailsField>;
  initial: DetailsValues;
  /** The current values. */
  values: DetailsValues;
  countries: Countries;
  isEmailRequired: boolean;
  hasPasswords: boolean;
}

/** The fields in order, with their autocomplete tokens (design.md 2). */
export function DetailsFields(props: DetailsFieldsProps) {
  const { field, initial, values, countries, isEmailRequired, hasPasswords } = props;
  const texts = useTexts(checkoutTexts);
  const text = (name: DetailsField) => ({ ...field(name), defaultValue: initial[name] });
  return (
    <div className="fields">
      <div className="fields fields--pair">
        <Field {...text('first_name')} label={texts.firstName} autoComplete="given-name" />
        <Field {...text('last_name')} label={texts.lastName} autoComplete="family-name" />
      </div>
      <Field {...text('street')} label={texts.street} autoComplete="address-line1" />
      <div className="fields fields--zip">
        <ZipField {...text('zip')} values={values} />
        <Field {...text('city')} label={texts.city} autoComplete="address-level2" />
      </div>
      <CountryField countries={countries} {...text('country_id')} />
      <Field
        {...text('email')}
        label={texts.email}
        hint={isEmailRequired ? texts.emailHint : <EmailHint />}
        type="email"
        autoComplete="email"
        spellCheck={false}
      />
      {hasPasswords && (
        <div className="fields details-form__passwords">
          <NewPasswordFields
            field={field}
            label={texts.password}
            hint={texts.passwordHint}
            repeatLabel={texts.passwordConfirmation}
          />
        </div>
      )}
    </div>
  );
}

/** Without scripts, the chosen way to order decides by the stylesheet. */
function EmailHint() {
  const texts = useTexts(checkoutTexts);
  return (
    <>
      <span className="details-form__guest">{texts.emailHintGuest}</span>
      <span className="details-form__registers">{texts.emailHint}</span>
    </>
  );
}

type ZipFieldProps = Omit<ComponentProps<typeof Field>, 'label'> & { values: DetailsValues };

/** A German zip of another length gets a hint once the field loses focus: never an error. */
function ZipField({ values, ...field }: ZipFieldProps) {
  const texts = useTexts(checkoutTexts);
  const [hasLeft, setLeft] = useState(false);
  const missing = missingZipDigits(values);
  const isGerman = Number(values.country_id) === GERMANY_ID;
  const hint = Number.isNaN(missing) ? texts.zipOdd : texts.zipShort({ missing });
  return (
    <Field
      {...field}
      {...(hasLeft && missing !== 0 ? { hint } : {})}
      label={texts.zip}
      autoComplete="postal-code"
      inputMode={isGerman ? 'numeric' : 'text'}
      onBlur={() => setLeft(true)}
    />
  );
}
