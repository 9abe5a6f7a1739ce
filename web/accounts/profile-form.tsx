import { useEffect, useRef } from 'react';
import { useNavigate } from 'react-router';
import { accountFieldTexts, profileTexts } from '#messages/accounts.ts';
import { uiTexts } from '#messages/ui.ts';
import { useTexts } from '../platform/language.ts';
import type { User } from '../platform/session.ts';
import { Button } from '../ui/button.tsx';
import { ErrorSummary } from '../ui/error-summary.tsx';
import { Field, FieldFrame } from '../ui/field.tsx';
import { PasswordField } from '../ui/password-field.tsx';
import { SubmitRow } from '../ui/submit-row.tsx';
import { hasChanged, needsCurrentPassword } from './profile-values.ts';
import { useProfile } from './use-profile.ts';
import { useReport } from './use-report.ts';

interface ProfileFormProps {
  user: User;
  onFailed: (failed: boolean) => void;
}

/** Name, e-mail, password, language; can be saved once something has changed. */
export function ProfileForm({ user, onFailed }: ProfileFormProps) {
  const texts = useTexts(profileTexts);
  const navigate = useNavigate();
  const { form, saved, said } = useProfile(user);
  const isChanged = hasChanged(form.values, saved);
  const note = useRef<HTMLOutputElement>(null);
  useReport(form.failed, onFailed);
  useEffect(() => {
    // the pressed button has nothing to save any more: its focus goes to what it achieved
    if (!isChanged && said !== '') note.current?.focus();
  }, [isChanged, said]);
  return (
    <form className="form" {...form.props}>
      <ErrorSummary title={useTexts(uiTexts).errorSummary} errors={form.errors} />
      <NameFields form={form} />
      <LoginFields form={form} isProofNeeded={needsCurrentPassword(form.values, saved)} />
      <FieldFrame name="language" label={texts.language} hint={texts.languageHint}>
        {(parts) => (
          <select {...parts} {...selectOf(form)} className="field__input">
            <option value="de" lang="de">
              Deutsch
            </option>
            <option value="en" lang="en">
              English
            </option>
          </select>
        )}
      </FieldFrame>
      <SubmitRow
        state={form.state}
        label={texts.save}
        busyLabel={texts.saving}
        failureTitle={texts.saveFailed}
        disabled={!isChanged}
      >
        <Button kind="line" onClick={() => void navigate('/user')}>
          {texts.cancel}
        </Button>
      </SubmitRow>
      <output className="form__saved" ref={note} tabIndex={-1}>
        {isChanged ? '' : said}
      </output>
    </form>
  );
}

type ProfileFormControl = ReturnType<typeof useProfile>['form'];

function selectOf(form: ProfileFormControl) {
  const { name, value, onChange } = form.field('language');
  return { name, value, onChange };
}

function NameFields({ form }: { form: ProfileFormControl }) {
  const texts = useTexts(profileTexts);
  const fields = useTexts(accountFieldTexts);
  return (
    <fieldset>
      <legend>{texts.nameLegend}</legend>
      <div className="fields fields--pair">
        <Field {...form.field('first_name')} label={fields.firstName} autoComplete="given-name" />
        <Field {...form.field('last_name')} label={fields.lastName} autoComplete="family-name" />
      </div>
    </fieldset>
  );
}

interface LoginFieldsProps {
  form: ProfileFormControl;
  /** E-mail or password change. */
  isProofNeeded: boolean;
}

function LoginFields({ form, isProofNeeded }: LoginFieldsProps) {
  const texts = useTexts(profileTexts);
  const fields = useTexts(accountFieldTexts);
  return (
    <fieldset>
      <legend>{texts.loginLegend}</legend>
      <Field
        {...form.field('email')}
        label={fields.email}
        hint={texts.emailHint}
        type="email"
        autoComplete="username"
      />
      <div className="fields fields--pair">
        <PasswordField
          {...form.field('password')}
          label={fields.newPassword}
          hint={texts.passwordHint}
          autoComplete="new-password"
        />
        <PasswordField
          {...form.field('password_confirmation')}
          label={fields.passwordConfirmation}
          autoComplete="new-password"
        />
      </div>
      {isProofNeeded && (
        <PasswordField
          {...form.field('current_password')}
          label={texts.currentPassword}
          hint={texts.currentPasswordHint}
          autoComplete="current-password"
        />
      )}
    </fieldset>
  );
}
