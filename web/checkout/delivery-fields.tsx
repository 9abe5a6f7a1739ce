import { useState } from 'react';
import { GERMANY_ID } from '#contract/constants.ts';
import { checkoutTexts } from '#messages/checkout.ts';
import { useTexts } from '../platform/language.ts';
import { Field } from '../ui/field.tsx';
import { CountryField, type Countries } from './country-field.tsx';
import {
  missingZipDigits,
  type DeliveryField,
  type DeliveryRules,
  type DeliveryValues,
} from './delivery-values.ts';

export interface FieldsProps {
  values: DeliveryValues;
  errors: Partial<Record<DeliveryField, string>>;
  rules: DeliveryRules;
  countries: Countries;
  onChange: (field: DeliveryField, value: string) => void;
}

/** The fields in order, with their autocomplete tokens (look.md section 2). */
export function DeliveryFields(props: FieldsProps) {
  const { values, errors, rules, countries, onChange } = props;
  const texts = useTexts(checkoutTexts);
  const text = (field: DeliveryField) => ({
    name: field,
    value: values[field],
    error: errors[field],
    onChange: (event: React.ChangeEvent<HTMLInputElement>) =>
      onChange(field, event.currentTarget.value),
  });
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
      <CountryField
        countries={countries}
        value={values.country_id}
        onChange={(id) => onChange('country_id', id)}
        error={errors.country_id}
      />
      <Field
        {...text('email')}
        label={texts.email}
        hint={rules.emailRequired ? texts.emailHint : texts.emailHintGuest}
        type="email"
        autoComplete="email"
        spellCheck={false}
      />
      {rules.registers && (
        <>
          <Field
            {...text('password')}
            label={texts.password}
            hint={texts.passwordHint}
            type="password"
            autoComplete="new-password"
          />
          <Field
            {...text('password_confirmation')}
            label={texts.passwordConfirmation}
            type="password"
            autoComplete="new-password"
          />
        </>
      )}
    </div>
  );
}

type ZipProps = {
  name: string;
  value: string;
  error: string | undefined;
  onChange: (event: React.ChangeEvent<HTMLInputElement>) => void;
  values: DeliveryValues;
};

/** A German zip of another length gets a hint, once it has been left: never a refusal. */
function ZipField({ values, ...field }: ZipProps) {
  const texts = useTexts(checkoutTexts);
  const [left, setLeft] = useState(false);
  const missing = missingZipDigits(values);
  const hint = Number.isNaN(missing) ? texts.zipOdd : texts.zipShort({ missing });
  return (
    <Field
      {...field}
      {...(left && missing !== 0 ? { hint } : {})}
      label={texts.zip}
      autoComplete="postal-code"
      inputMode={Number(values.country_id) === GERMANY_ID ? 'numeric' : 'text'}
      onBlur={() => setLeft(true)}
    />
  );
}
