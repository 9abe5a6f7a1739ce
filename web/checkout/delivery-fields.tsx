import { useState, type ComponentProps } from 'react';
import { GERMANY_ID } from '#contract/constants.ts';
import { checkoutTexts } from '#messages/checkout.ts';
import { useTexts } from '../platform/language.ts';
import { Field } from '../ui/field.tsx';
import { PasswordField } from '../ui/password-field.tsx';
import { CountryField, type Countries } from './country-field.tsx';
import { missingZipDigits } from './delivery-values.ts';
import type { DeliveryForm } from './use-delivery-form.ts';

/** The fields in order, with their autocomplete tokens (design.md 2). */
export function DeliveryFields({ form, countries }: { form: DeliveryForm; countries: Countries }) {
  const { field, rules } = form;
  const texts = useTexts(checkoutTexts);
  return (
    <div className="fields">
      <div className="fields fields--pair">
        <Field {...field('first_name')} label={texts.firstName} autoComplete="given-name" />
        <Field {...field('last_name')} label={texts.lastName} autoComplete="family-name" />
      </div>
      <Field {...field('street')} label={texts.street} autoComplete="address-line1" />
      <div className="fields fields--zip">
        <ZipField form={form} />
        <Field {...field('city')} label={texts.city} autoComplete="address-level2" />
      </div>
      <CountryField
        countries={countries}
        value={form.values.country_id}
        onChange={(id) => form.change('country_id', id)}
        error={form.errors.country_id}
      />
      <Field
        {...field('email')}
        label={texts.email}
        hint={rules.emailRequired ? texts.emailHint : texts.emailHintGuest}
        type="email"
        autoComplete="email"
        spellCheck={false}
      />
      {rules.registers && (
        <>
          <PasswordField
            {...field('password')}
            label={texts.password}
            hint={texts.passwordHint}
            autoComplete="new-password"
          />
          <PasswordField
            {...field('password_confirmation')}
            label={texts.passwordConfirmation}
            autoComplete="new-password"
          />
        </>
      )}
    </div>
  );
}

/** A German zip of another length gets a hint, once it has been left: never a refusal. */
function ZipField({ form }: { form: DeliveryForm }) {
  const texts = useTexts(checkoutTexts);
  const [left, setLeft] = useState(false);
  const missing = missingZipDigits(form.values);
  const german = Number(form.values.country_id) === GERMANY_ID;
  const hint: Pick<ComponentProps<typeof Field>, 'hint'> = left && missing !== 0
    ? { hint: Number.isNaN(missing) ? texts.zipOdd : texts.zipShort({ missing }) }
    : {};
  return (
    <Field
      {...form.field('zip')}
      {...hint}
      label={texts.zip}
      autoComplete="postal-code"
      inputMode={german ? 'numeric' : 'text'}
      onBlur={() => setLeft(true)}
    />
  );
}
