import { Form, useNavigation, useSearchParams } from 'react-router';
import { accountFieldTexts, accountTexts } from '#messages/accounts.ts';
import { useLanguage, useTexts } from '../platform/language.ts';
import { LocalLink } from '../platform/local-link.tsx';
import { ErrorSummary } from '../ui/error-summary.tsx';
import { Field } from '../ui/field.tsx';
import { PasswordField } from '../ui/password-field.tsx';
import { SubmitRow } from '../ui/submit-row.tsx';
import { useLiveErrors } from '../ui/use-live-errors.ts';
import { useSubmission, type FormResponse } from '../ui/use-submission.ts';
import { messagesOf, missing } from '../platform/field-rules.ts';
import { AccountScreen } from './account-screen.tsx';
import { withNext } from './next-path.ts';

export interface LoginModeProps {
  /** The result of the action. */
  response: (FormResponse<{ email_address: string }> & { isLinkSent?: boolean }) | undefined;
  /** As typed in the other mode. */
  email: string;
  onEmail: (email: string) => void;
}

/** E-mail and password; redirects back to the page from which a guard sent the visitor. */
export function LoginForm({ response, email, onEmail }: LoginModeProps) {
  const texts = useTexts(accountTexts);
  const fields = useTexts(accountFieldTexts);
  const language = useLanguage();
  const form = useLiveErrors(
    response?.problem?.errors,
    (values: Record<'email_address' | 'password', string>) =>
      messagesOf(
        {
          email_address: missing(values.email_address, 'LOGIN_EMAIL_IS_REQUIRED'),
          password: values.password === '' ? 'LOGIN_PASSWORD_IS_REQUIRED' : null,
        },
        language,
      ),
  );
  const state = useSubmission(useNavigation(), response?.problem);
  return (
    <AccountScreen title={texts.loginTitle} failed={form.hasErrors || state.failure !== ''}>
      <Form className="form" method="post" preventScrollReset {...form.props}>
        <ErrorSummary errors={form.errors} />
        <Field
          {...form.field('email_address')}
          defaultValue={response?.values?.email_address ?? email}
          onChange={(event) => onEmail(event.currentTarget.value)}
          label={fields.email}
          type="email"
          autoComplete="username"
        />
        <PasswordField
          {...form.field('password')}
          label={fields.password}
          autoComplete="current-password"
        />
        <SubmitRow state={state} label={texts.logIn} busyLabel={texts.loggingIn} wide />
      </Form>
      <LoginFoot />
    </AccountScreen>
  );
}

/** Links to the forgotten password and to the registration; both keep `next`. */
function LoginFoot() {
  const texts = useTexts(accountTexts);
  const [search] = useSearchParams();
  return (
    <div className="account-screen__foot">
      <LocalLink
        to={withNext('/auth/login?forgot=yes', search)}
        className="text-link text-link--quiet"
      >
        {texts.forgot}
      </LocalLink>
      <p className="form__note">
        {texts.noAccount}{' '}
        <LocalLink to={withNext('/auth/register', search)} className="text-link">
          {texts.toRegister}
        </LocalLink>
      </p>
    </div>
  );
}
