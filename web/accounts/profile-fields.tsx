import { accountFieldTexts, profileTexts } from '#messages/accounts.ts';
import { useTexts } from '../platform/language.ts';
import { useHydrated } from '../platform/use-hydrated.ts';
import { Field, FieldFrame } from '../ui/field.tsx';
import { NewPasswordFields, PasswordField } from '../ui/password-field.tsx';
import type { FieldOf } from '../ui/use-live-errors.ts';
import type { ProfileValues } from './profile-values.ts';

interface ProfileFieldsProps {
  field: FieldOf<keyof ProfileValues>;
  /** The initial values. */
  values: ProfileValues;
}

/** First and last name. */
export function NameFields({ field, values }: ProfileFieldsProps) {
  const texts = useTexts(profileTexts);
  const fields = useTexts(accountFieldTexts);
  return (
    <fieldset>
      <legend>{texts.nameLegend}</legend>
      <div className="fields fields--pair">
        <Field
          {...field('first_name')}
          defaultValue={values.first_name}
          label={fields.firstName}
          autoComplete="given-name"
        />
        <Field
          {...field('last_name')}
          defaultValue={values.last_name}
          label={fields.lastName}
          autoComplete="family-name"
        />
      </div>
    </fieldset>
  );
}

interface LoginFieldsProps extends ProfileFieldsProps {
  /** E-mail or password change. */
  isProofNeeded: boolean;
}

/** E-mail address and new password, and the current one as proof. */
export function LoginFields({ field, values, isProofNeeded }: LoginFieldsProps) {
  const texts = useTexts(profileTexts);
  const fields = useTexts(accountFieldTexts);
  const isHydrated = useHydrated();
  const proof = (
    <PasswordField
      {...field('current_password')}
      label={texts.currentPassword}
      hint={texts.currentPasswordHint}
      autoComplete="current-password"
    />
  );
  return (
    <fieldset>
      <legend>{texts.loginLegend}</legend>
      <Field
        {...field('email')}
        defaultValue={values.email}
        label={fields.email}
        hint={texts.emailHint}
        type="email"
        autoComplete="username"
      />
      <div className="fields fields--pair">
        <NewPasswordFields
          field={field}
          label={fields.newPassword}
          hint={texts.passwordHint}
          repeatLabel={fields.passwordConfirmation}
        />
      </div>
      {isHydrated && isProofNeeded && proof}
      {/* always shown where no script can show it when needed */}
      {!isHydrated && <noscript>{proof}</noscript>}
    </fieldset>
  );
}

/** The language in which the association writes to the customer. */
export function LanguageField({ value }: { value: string }) {
  const texts = useTexts(profileTexts);
  return (
    <FieldFrame name="language" label={texts.language} hint={texts.languageHint}>
      {(parts) => (
        <select {...parts} name="language" defaultValue={value} className="field__input">
          <option value="de" lang="de">
            Deutsch
          </option>
          <option value="en" lang="en">
            English
          </option>
        </select>
      )}
    </FieldFrame>
  );
}
