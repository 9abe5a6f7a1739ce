import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { msgCodes } from '#contract/codes.ts';
import { accountFieldTexts, accountTexts } from '#messages/accounts.ts';
import { platformTexts } from '#messages/platform.ts';
import { uiTexts } from '#messages/ui.ts';
import { api } from '../platform/api.ts';
import type { ApiError } from '../platform/api-error.ts';
import { useLanguage, useTexts } from '../platform/language.ts';
import { LocalLink } from '../platform/local-link.tsx';
import { getUser, setUser } from '../platform/session.ts';
import { AlertBox } from '../ui/alert-box.tsx';
import { ButtonLink } from '../ui/button.tsx';
import { ErrorSummary } from '../ui/error-summary.tsx';
import { Field } from '../ui/field.tsx';
import { PasswordField } from '../ui/password-field.tsx';
import { SubmitRow } from '../ui/submit-row.tsx';
import { useForm } from '../ui/use-form.ts';
import { brokenPassword, brokenRepetition, messagesOf } from './account-rules.ts';
import { AccountScreen, AccountScreenLoading } from './account-screen.tsx';
import { FormResult } from './form-result.tsx';
import { useReport } from './use-report.ts';

/** Nothing to load; the form comes with the script that sends it. */
export const clientLoader = () => null;
clientLoader.hydrate = true as const;

export function HydrateFallback() {
  return <AccountScreenLoading title={useTexts(accountTexts).resetTitle} />;
}

type State = 'open' | 'done' | 'refused';

/** PasswordReset, reached by the mail's link with `email` and `token` (product.md section 2). */
export default function PasswordResetPage() {
  const texts = useTexts(accountTexts);
  const [state, setState] = useState<State>('open');
  const [failed, setFailed] = useState(false);
  const title = texts.resetTitle;
  return (
    <AccountScreen title={title} failed={state === 'refused' || (state === 'open' && failed)}>
      {state === 'open' && <ResetForm onEnd={setState} onFailed={setFailed} />}
      {state === 'done' && (
        <FormResult>
          <AlertBox kind="success">
            <p>{texts.passwordReset}</p>
          </AlertBox>
          <p className="form__note">{texts.passwordResetHelp}</p>
          <ButtonLink to="/auth/login" wide>
            {texts.toLogin}
          </ButtonLink>
        </FormResult>
      )}
      {state === 'refused' && (
        <FormResult>
          <AlertBox kind="danger">
            <p>{texts.resetFailed}</p>
          </AlertBox>
          <p className="form__note">{texts.resetFailedHelp}</p>
          <LocalLink to="/auth/login?forgot" className="text-link">
            {texts.newLink}
          </LocalLink>
        </FormResult>
      )}
    </AccountScreen>
  );
}

interface ResetFormProps {
  onEnd: (state: State) => void;
  onFailed: (failed: boolean) => void;
}

function ResetForm({ onEnd, onFailed }: ResetFormProps) {
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

function useReset(email: string, token: string, onEnd: (state: State) => void) {
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
      const options = { ownStatuses: true, idempotencyKey };
      try {
        await api.call('resetPassword', { body }, options);
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
