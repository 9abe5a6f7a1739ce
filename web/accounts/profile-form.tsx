import { useState } from 'react';
import { useNavigate } from 'react-router';
import { errorKeys } from '#contract/codes.ts';
import { accountFieldTexts, accountTexts, profileTexts } from '#messages/accounts.ts';
import { uiTexts } from '#messages/ui.ts';
import { api } from '../platform/api.ts';
import { ApiError } from '../platform/api-error.ts';
import { useLanguage, useTexts } from '../platform/language.ts';
import { setUser, type User } from '../platform/session.ts';
import { Button } from '../ui/button.tsx';
import { ErrorSummary } from '../ui/error-summary.tsx';
import { Field, FieldFrame } from '../ui/field.tsx';
import { PasswordField } from '../ui/password-field.tsx';
import { SubmitRow } from '../ui/submit-row.tsx';
import { useForm } from '../ui/use-form.ts';
import { keepProfileDraft, takeProfileDraft } from './profile-draft.ts';
import {
  checkProfile,
  hasChanged,
  needsCurrentPassword,
  profileOf,
  toUserBody,
  type ProfileValues,
} from './profile-values.ts';
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
  useReport(form.failed, onFailed);
  return (
    <form className="form" {...form.props}>
      <ErrorSummary title={useTexts(uiTexts).errorSummary} errors={form.errors} />
      <NameFields form={form} />
      <LoginFields form={form} isProofNeeded={needsCurrentPassword(form.values, saved)} />
      <FieldFrame name="language" label={texts.language} hint={texts.languageHint}>
        {(parts) => (
          <select {...parts} {...selectOf(form)} className="field__input">
            <option value="de">Deutsch</option>
            <option value="en">English</option>
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
      <output className="form__saved">{isChanged ? '' : said}</output>
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

function useProfile(user: User) {
  const texts = useTexts(profileTexts);
  const { emailTaken } = useTexts(accountTexts);
  const language = useLanguage();
  const [saved, setSaved] = useState(() => profileOf(user));
  const [initial] = useState<ProfileValues>(() => takeProfileDraft(user.id) ?? saved);
  const [said, setSaid] = useState('');

  const form = useForm({
    initial: { ...initial },
    validate: (values) => checkProfile(values, saved, language),
    async send(values, idempotencyKey) {
      const input = { params: { id: user.id }, body: toUserBody(values, saved) };
      const { data } = await api
        .call('updateUser', input, { idempotencyKey })
        .catch((error: unknown) => {
          if (hasSessionEnded(error)) keepProfileDraft(user.id, values);
          throw error;
        });
      setUser(data);
      const next = profileOf(data);
      setSaid(next.email === saved.email ? texts.saved : texts.savedEmail({ email: next.email }));
      setSaved(next);
      form.restart({ ...next });
    },
    explain(error) {
      if (error.errorKey === errorKeys.emailTaken) return { email: emailTaken };
      const { current_password: wrong, ...others } = error.fieldErrors;
      return wrong ? { ...others, current_password: texts.currentPasswordWrong } : undefined;
    },
  });
  return { form, saved, said };
}

const hasSessionEnded = (error: unknown) =>
  error instanceof ApiError && [401, 419].includes(error.status);
