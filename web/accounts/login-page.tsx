import { useEffect, useRef, useState } from 'react';
import { useSearchParams, Form, useNavigation } from 'react-router';
import { orProblem } from '../platform/or-problem.ts';
import { shopContext } from '../platform/visit.ts';
import type { Route } from './+types/login-page';
import {
  hasActedContext,
  leaveWhenSignedIn,
  requestResetLink,
  submitLogin,
} from './sign-in.server.ts';
import { accountFieldTexts, accountTexts } from '#messages/accounts.ts';
import { useLanguage, useTexts, LocalLink } from '../platform/language.tsx';
import { ErrorSummary, SubmitRow } from '../forms/form.tsx';
import { Field, PasswordField } from '../forms/fields.tsx';
import { useLiveErrors } from '../forms/use-live-errors.ts';
import { useSubmission, type FormResponse } from '../forms/use-submission.ts';
import { messagesOf, missing, brokenEmail } from '#contract/forms.ts';
import { AccountScreen, FormResult, withNext } from './account-screen.tsx';
import { AlertBox } from '../ui/alert-box.tsx';

export { handle } from './account-screen.tsx';

export async function loader({ context, url }: Route.LoaderArgs) {
  await leaveWhenSignedIn(context, url);
  return null;
}

export async function action({ request, context, url }: Route.ActionArgs) {
  context.set(hasActedContext, true);
  const visit = context.get(shopContext);
  const form = await request.formData();
  return url.searchParams.has('forgot')
    ? requestResetLink(visit, form)
    : submitLogin(visit, form, url);
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) => orProblem(serverAction);

/** Login with its forgot-password mode, `?forgot` (product.md 2). */
export default function LoginPage({ actionData }: Route.ComponentProps) {
  const [search] = useSearchParams();
  // kept when the mode changes
  const [email, setEmail] = useState('');
  const isForgot = search.has('forgot');
  useFocusOnChange(isForgot);
  const props = { response: actionData, email, onEmail: setEmail };
  return isForgot ? <ForgotForm {...props} /> : <LoginForm {...props} />;
}

/** The mode changes within the page, so the new heading takes the focus here. */
function useFocusOnChange(isForgotMode: boolean): void {
  const last = useRef(isForgotMode);
  useEffect(() => {
    if (last.current === isForgotMode) return;
    last.current = isForgotMode;
    document.querySelector<HTMLElement>('main h1')?.focus();
  }, [isForgotMode]);
}

interface LoginModeProps {
  /** The result of the action. */
  response: (FormResponse<{ email_address: string }> & { isLinkSent?: boolean }) | undefined;
  /** As typed in the other mode. */
  email: string;
  onEmail: (email: string) => void;
}

/** E-mail and password; redirects back to the page from which a guard sent the visitor. */
function LoginForm({ response, email, onEmail }: LoginModeProps) {
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
        <SubmitRow form={state} label={texts.logIn} busyLabel={texts.loggingIn} wide />
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

/** Asks for a reset link; the response is the same for known and unknown addresses, and replaces the form. */
function ForgotForm({ response, email, onEmail }: LoginModeProps) {
  const texts = useTexts(accountTexts);
  const fields = useTexts(accountFieldTexts);
  const language = useLanguage();
  const form = useLiveErrors(response?.problem?.errors, (values: Record<'email_address', string>) =>
    messagesOf({ email_address: brokenEmail(values.email_address) }, language),
  );
  const state = useSubmission(useNavigation(), response?.problem);

  if (response?.isLinkSent) {
    return (
      <AccountScreen title={texts.forgotTitle}>
        <FormResult>
          <AlertBox kind="success">{texts.linkSent}</AlertBox>
          <p className="form__note">{texts.linkSentHelp}</p>
          <BackToLogin />
        </FormResult>
      </AccountScreen>
    );
  }
  return (
    <AccountScreen title={texts.forgotTitle} failed={form.hasErrors || state.failure !== ''}>
      <Form className="form" method="post" preventScrollReset {...form.props}>
        <p className="form__note">{texts.forgotText}</p>
        <Field
          {...form.field('email_address')}
          defaultValue={response?.values?.email_address ?? email}
          onChange={(event) => onEmail(event.currentTarget.value)}
          label={fields.email}
          type="email"
          autoComplete="username"
        />
        <SubmitRow
          form={state}
          label={texts.sendLink}
          busyLabel={texts.sendingLink}
          failureTitle={texts.linkFailed}
          wide
        />
      </Form>
      <div className="account-screen__foot">
        <BackToLogin />
      </div>
    </AccountScreen>
  );
}

function BackToLogin() {
  const texts = useTexts(accountTexts);
  const [search] = useSearchParams();
  return (
    <LocalLink to={withNext('/auth/login', search)} className="text-link text-link--quiet">
      {texts.backToLogin}
    </LocalLink>
  );
}
