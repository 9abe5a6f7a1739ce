import { useState } from 'react';
import { checkProfile, needsCurrentPassword, type ProfileValues } from '#contract/forms.ts';
import { profileTexts, accountFieldTexts } from '#messages/accounts.ts';
import { Field, FieldFrame, NewPasswordFields, PasswordField } from '../forms/fields.tsx';
import { FormShell, SubmitRow } from '../forms/form.tsx';
import { useForm, type FormState } from '../forms/use-form.ts';
import { focusMessage } from '../platform/focus.ts';
import { useLanguage, useTexts } from '../platform/language.tsx';
import { PageHead } from '../platform/page-head.tsx';
import { useHydrated } from '../platform/use-hydrated.ts';
import type { PublicUser } from '../platform/visit.ts';
import { ButtonLink } from '../ui/button.tsx';
import { hasProfileChanged, mapProfile, profileOf, readProfile } from './profile-values.ts';

/** Name, e-mail, password, language; with scripts it can be saved once something has changed. */
export function ProfileForm({ user }: { user: PublicUser }) {
  const texts = useTexts(profileTexts);
  const language = useLanguage();
  const saved = profileOf(user);
  const [typed, setTyped] = useState<ProfileValues | null>(null);
  const form = useForm<keyof ProfileValues>('profile', {
    check: (values) => checkProfile(values, saved, language),
    onAccepted(element) {
      element.reset();
      setTyped(null);
      // the button is disabled now
      focusMessage();
    },
  });
  const values = typed ?? mapProfile((name) => form.value(name, saved[name]));
  return (
    <FormShell
      form={form}
      onInput={({ currentTarget }) => setTyped(readProfile(new FormData(currentTarget)))}
    >
      <PageHead title={texts.title} failed={form.hasFailed} noindex />
      <input type="hidden" name="customer" value={user.id} />
      <NameFields form={form} saved={saved} />
      <LoginFields form={form} saved={saved} isProofNeeded={needsCurrentPassword(values, saved)} />
      <LanguageField value={form.value('language', saved.language)} />
      <SubmitRow
        form={form}
        label={texts.save}
        busyLabel={texts.saving}
        failureTitle={texts.saveFailed}
        disabled={useHydrated() && !hasProfileChanged(values, saved)}
      >
        <ButtonLink kind="line" to="/user">
          {texts.cancel}
        </ButtonLink>
      </SubmitRow>
    </FormShell>
  );
}

interface ProfileFieldsProps {
  form: FormState<keyof ProfileValues>;
  saved: ProfileValues;
}

/** First and last name. */
function NameFields({ form, saved }: ProfileFieldsProps) {
  const texts = useTexts(profileTexts);
  const fields = useTexts(accountFieldTexts);
  return (
    <fieldset>
      <legend>{texts.nameLegend}</legend>
      <div className="fields fields--pair">
        <Field
          {...form.field('first_name', saved.first_name)}
          label={fields.firstName}
          autoComplete="given-name"
        />
        <Field
          {...form.field('last_name', saved.last_name)}
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
function LoginFields({ form, saved, isProofNeeded }: LoginFieldsProps) {
  const texts = useTexts(profileTexts);
  const fields = useTexts(accountFieldTexts);
  const isHydrated = useHydrated();
  const proof = (
    <PasswordField
      {...form.field('current_password')}
      label={texts.currentPassword}
      hint={texts.currentPasswordHint}
      autoComplete="current-password"
    />
  );
  return (
    <fieldset>
      <legend>{texts.loginLegend}</legend>
      <Field
        {...form.field('email', saved.email)}
        label={fields.email}
        hint={texts.emailHint}
        type="email"
        autoComplete="username"
      />
      <div className="fields fields--pair">
        <NewPasswordFields
          field={form.field}
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
function LanguageField({ value }: { value: string }) {
  const texts = useTexts(profileTexts);
  return (
    <FieldFrame name="language" label={texts.language} hint={texts.languageHint}>
      {(parts) => (
        // React sets the default of a select only once
        <select
          {...parts}
          key={value}
          name="language"
          defaultValue={value}
          className="field__input"
        >
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
