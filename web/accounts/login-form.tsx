import { useNavigate, useSearchParams } from 'react-router';
import { errorKeys } from '#contract/codes.ts';
import { accountFieldTexts, accountTexts } from '#messages/accounts.ts';
import { uiTexts } from '#messages/ui.ts';
import { api } from '../platform/api.ts';
import { goingOn, nextPath } from '../platform/guards.ts';
import { useLanguage, useTexts } from '../platform/language.ts';
import { LocalLink } from '../platform/local-link.tsx';
import { setUser } from '../platform/session.ts';
import { ErrorSummary } from '../ui/error-summary.tsx';
import { Field } from '../ui/field.tsx';
import { PasswordField } from '../ui/password-field.tsx';
import { SubmitRow } from '../ui/submit-row.tsx';
import { useForm } from '../ui/use-form.ts';
import { messagesOf, missing } from './account-rules.ts';
import { continueTo } from './continue-to.ts';
import { useReport } from './use-report.ts';

export interface LoginModeProps {
  /** Kept by the page, so that it goes along into the other mode. */
  email: string;
  onEmail: (email: string) => void;
  onFailed: (failed: boolean) => void;
}

/** E-mail and password; afterwards back to where a guard sent the visitor from. */
export function LoginForm({ email, onEmail, onFailed }: LoginModeProps) {
  const texts = useTexts(accountTexts);
  const fields = useTexts(accountFieldTexts);
  const form = useLogin(email);
  const { values, failed } = form;
  useReport(values.email_address, onEmail);
  useReport(failed, onFailed);
  return (
    <>
      <form className="form" {...form.props}>
        <ErrorSummary title={useTexts(uiTexts).errorSummary} errors={form.errors} />
        <Field
          {...form.field('email_address')}
          label={fields.email}
          type="email"
          autoComplete="username"
        />
        <PasswordField
          {...form.field('password')}
          label={fields.password}
          autoComplete="current-password"
        />
        <SubmitRow state={form.state} label={texts.logIn} busyLabel={texts.loggingIn} wide />
      </form>
      <LoginFoot />
    </>
  );
}

function useLogin(email: string) {
  const texts = useTexts(accountTexts);
  const language = useLanguage();
  const navigate = useNavigate();
  const [search] = useSearchParams();
  return useForm({
    initial: { email_address: email, password: '' },
    survivesReload: true,
    validate: (values) =>
      messagesOf(
        {
          email_address: missing(values.email_address, 'LOGIN_EMAIL_IS_REQUIRED'),
          password: values.password === '' ? 'LOGIN_PASSWORD_IS_REQUIRED' : null,
        },
        language,
      ),
    async send(body, idempotencyKey) {
      const { data } = await api.call('login', { body }, { ownStatuses: true, idempotencyKey });
      setUser(data);
      await continueTo(nextPath(search), navigate);
    },
    explain: (error) =>
      error.errorKey === errorKeys.invalidCredentials ? texts.invalidCredentials : undefined,
  });
}

/** The ways out of the login: forgotten password, no account. Both remember where to go on. */
function LoginFoot() {
  const texts = useTexts(accountTexts);
  const [search] = useSearchParams();
  return (
    <div className="account-screen__foot">
      <LocalLink
        to={goingOn('/auth/login?forgot=yes', search)}
        className="text-link text-link--quiet"
      >
        {texts.forgot}
      </LocalLink>
      <p className="form__note">
        {texts.noAccount}{' '}
        <LocalLink to={goingOn('/auth/register', search)} className="text-link">
          {texts.toRegister}
        </LocalLink>
      </p>
    </div>
  );
}
