import { useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import { brokenEmail, checkLogin, messagesOf, type Login } from '#contract/forms.ts';
import { accountFieldTexts, accountTexts } from '#messages/accounts.ts';
import { Field, PasswordField } from '../forms/fields.tsx';
import { FormShell, SubmitRow } from '../forms/form.tsx';
import { readFields } from '../forms/read-fields.ts';
import { refuse } from '../forms/submit.server.ts';
import { useForm } from '../forms/use-form.ts';
import { useLanguage, useTexts, LocalLink } from '../platform/language.tsx';
import { shopContext } from '../platform/visit.ts';
import { AlertBox } from '../ui/alert-box.tsx';
import type { Route } from './+types/login-page';
import { AccountScreen, FormResult, withNext } from './account-screen.tsx';
import { hasActedContext, leaveWhenSignedIn, redirectToNext } from './sign-in.server.ts';

export { handle } from './account-screen.tsx';

export async function loader({ context, url }: Route.LoaderArgs) {
  await leaveWhenSignedIn(context, url);
  return null;
}

export async function action({ request, context, url }: Route.ActionArgs) {
  context.set(hasActedContext, true);
  const visit = context.get(shopContext);
  const form = await request.formData();
  const entries = readFields(form, ['email_address', 'password']);
  if (url.searchParams.has('forgot')) {
    const { problem } = await visit.submit('account:forgot-password', entries, form);
    return problem === null ? { isLinkSent: true } : refuse('forgot', form, problem);
  }
  const { output, problem } = await visit.submit('account:log-in', entries);
  if (problem !== null) return refuse('login', form, problem);
  visit.signIn(output);
  throw redirectToNext(url, 303);
}

export { clientAction } from '../forms/client-action.ts';

/** Login with its forgot-password mode, `?forgot` (product.md 2). */
export default function LoginPage({ actionData }: Route.ComponentProps) {
  const [search] = useSearchParams();
  // kept when the mode changes
  const [email, setEmail] = useState('');
  const isForgot = search.has('forgot');
  useFocusOnChange(isForgot);
  if (actionData && 'isLinkSent' in actionData) return <LinkSent />;
  const props = { email, onEmail: setEmail };
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
  /** As typed in the other mode. */
  email: string;
  onEmail: (email: string) => void;
}

/** E-mail and password; redirects back to the page from which a guard sent the visitor. */
function LoginForm({ email, onEmail }: LoginModeProps) {
  const texts = useTexts(accountTexts);
  const fields = useTexts(accountFieldTexts);
  const language = useLanguage();
  const form = useForm<keyof Login>('login', { check: (login) => checkLogin(login, language) });
  return (
    <AccountScreen title={texts.loginTitle} failed={form.hasFailed}>
      <FormShell form={form}>
        <Field
          {...form.field('email_address', email)}
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
        <SubmitRow form={form} label={texts.logIn} busyLabel={texts.loggingIn} wide />
      </FormShell>
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
      <LocalLink to="/tickets/find" className="text-link text-link--quiet">
        {texts.findTickets}
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

/** Asks for a reset link. */
function ForgotForm({ email, onEmail }: LoginModeProps) {
  const texts = useTexts(accountTexts);
  const fields = useTexts(accountFieldTexts);
  const language = useLanguage();
  const form = useForm<'email_address'>('forgot', {
    check: (typed) => messagesOf({ email_address: brokenEmail(typed.email_address) }, language),
  });
  return (
    <AccountScreen title={texts.forgotTitle} failed={form.hasFailed}>
      <FormShell form={form}>
        <p className="form__note">{texts.forgotText}</p>
        <Field
          {...form.field('email_address', email)}
          onChange={(event) => onEmail(event.currentTarget.value)}
          label={fields.email}
          type="email"
          autoComplete="username"
        />
        <SubmitRow
          form={form}
          label={texts.sendLink}
          busyLabel={texts.sendingLink}
          failureTitle={texts.linkFailed}
          wide
        />
      </FormShell>
      <div className="account-screen__foot">
        <BackToLogin />
      </div>
    </AccountScreen>
  );
}

/** Replaces the form; the same for known and unknown addresses. */
function LinkSent() {
  const texts = useTexts(accountTexts);
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

function BackToLogin() {
  const texts = useTexts(accountTexts);
  const [search] = useSearchParams();
  return (
    <LocalLink to={withNext('/auth/login', search)} className="text-link text-link--quiet">
      {texts.backToLogin}
    </LocalLink>
  );
}
