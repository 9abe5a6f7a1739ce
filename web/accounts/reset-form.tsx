import { useSearchParams } from 'react-router';
import { msgCodes } from '#contract/codes.ts';
import { accountFieldTexts, accountTexts } from '#messages/accounts.ts';
import { platformTexts } from '#messages/platform.ts';
import { uiTexts } from '#messages/ui.ts';
import { api } from '../platform/api.ts';
import type { ApiError } from '../platform/api-error.ts';
import { useLanguage, useTexts } from '../platform/language.ts';
import { getUser, setUser } from '../platform/session.ts';
import { ErrorSummary } from '../ui/error-summary.tsx';
import { Field } from '../ui/field.tsx';
import { PasswordField } from '../ui/password-field.tsx';
import { SubmitRow } from '../ui/submit-row.tsx';
import { useForm } from '../ui/use-form.ts';
import { brokenPassword, brokenRepetition, messagesOf } from './account-rules.ts';
import { useReport } from './use-report.ts';

/** Open while the form stands; then what became of it. */
export type ResetState = 'open' | 'done' | 'refused';

interface ResetFormProps {
  onEnd: (state: ResetState) => void;
  onFailed: (failed: boolean) => void;
}

/** The new password, twice; the address of the link stands above for password managers. */
export function ResetForm({ onEnd, onFailed }: ResetFormProps) {
  const texts = useTexts(accountTexts);
  const fields = useTexts(accountFieldTexts);
  const [search] = useSearchParams();
  const email = search.get('email') ?? '';
  const form = useReset(email, search.get('token') ?? '', onEnd);
  useReport(form.failed, onFailed);
  return (
    <form className="form" {...form.props}>
      <ErrorSummary title={useTexts(uiTexts).errorSummary} errors={form.errors} />
      {/* Password managers learn from it whose password this is. */}
      <Field
        name="email_address"
        label={fields.email}
        type="email"
        autoComplete="username"
        value={email}
        readOnly
      />
      <PasswordField
        {...form.field('password')}
        label={fields.newPassword}
        hint={fields.passwordHint}
        autoComplete="new-password"
      />
      <PasswordField
        {...form.field('password_confirmation')}
        label={fields.passwordConfirmation}
        autoComplete="new-password"
      />
      <SubmitRow state={form.state} label={texts.savePassword} busyLabel={texts.saving} wide />
    </form>
  );
}

function useReset(email: string, token: string, onEnd: (state: ResetState) => void) {
  const language = useLanguage();
  const { unknownError } = useTexts(platformTexts);
  return useForm({
    initial: { password: '', password_confirmation: '' },
    validate: ({ password, password_confirmation: repetition }) =>
      messagesOf(
        {
          password: brokenPassword(password, email),
          password_confirmation: brokenRepetition(
            password,
            repetition,
            'RESET_PASSWORD_FORM_PASSWORDS_MUST_MATCH',
          ),
        },
        language,
      ),
    async send(passwords, idempotencyKey) {
      const body = { ...passwords, email_address: email, token };
      try {
        await api.call('resetPassword', { body }, { idempotencyKey });
      } catch (error) {
        if (!isRefusal(error as ApiError)) throw error;
        onEnd('refused');
        return;
      }
      // the server has ended all sessions of this account
      if (getUser()?.user_data.email.toLowerCase() === email.toLowerCase()) setUser(null);
      onEnd('done');
    },
    explain: (error) => (isKnown(error) ? undefined : unknownError),
  });
}

const isRefusal = (error: ApiError) => error.msgCode === msgCodes.passwordResetFailed;

/** Broken fields, too many tries, or no answer speak for themselves. */
const isKnown = ({ status }: ApiError) => [0, 422, 429, 503].includes(status);
