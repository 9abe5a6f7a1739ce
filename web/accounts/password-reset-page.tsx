import { brokenPassword, brokenRepetition, messagesOf } from '#contract/forms.ts';
import { accountTexts, accountFieldTexts } from '#messages/accounts.ts';
import { pickTexts } from '#messages/define-texts.ts';
import { Field, NewPasswordFields } from '../forms/fields.tsx';
import { FormShell, SubmitRow } from '../forms/form.tsx';
import { readFields } from '../forms/read-fields.ts';
import { refuse } from '../forms/submit.server.ts';
import { useForm } from '../forms/use-form.ts';
import { useTexts, useLanguage, LocalLink } from '../platform/language.tsx';
import { shopContext } from '../platform/visit.ts';
import { AlertBox } from '../ui/alert-box.tsx';
import { ButtonLink } from '../ui/button.tsx';
import type { Route } from './+types/password-reset-page';
import { AccountScreen, FormResult } from './account-screen.tsx';

export { handle } from './account-screen.tsx';

/** From the mail's link. */
export const loader = ({ url: { searchParams } }: Route.LoaderArgs) => ({
  email: searchParams.get('email') ?? '',
  token: searchParams.get('token') ?? '',
});

/** Problems whose own message is shown: a bad link, invalid fields, too many attempts, an unavailable database. */
const SELF_EXPLAINING: readonly number[] = [400, 422, 429, 503];

/** Sets the new password. The server has then ended all sessions of the account. */
export async function action({ request, context }: Route.ActionArgs) {
  const visit = context.get(shopContext);
  const form = await request.formData();
  // that of the mail comes after that of the form
  const token = form.getAll('token').findLast((value) => typeof value === 'string') ?? '';
  const fields = readFields(form, ['email_address', 'password', 'password_confirmation']);
  const { problem } = await visit.submit('account:reset-password', { ...fields, token }, form);
  if (problem === null) {
    // if it was this browser's session, its cookie is deleted
    await visit.findUser();
    return { isDone: true };
  }
  if (SELF_EXPLAINING.includes(problem.status)) return refuse('reset', form, problem);
  const { unknownError } = pickTexts(accountTexts, visit.language);
  return refuse('reset', form, { ...problem, message: unknownError });
}

export { clientAction } from '../forms/client-action.ts';

/** PasswordReset (product.md 2). */
export default function PasswordResetPage({ loaderData, actionData }: Route.ComponentProps) {
  const texts = useTexts(accountTexts);
  const { email, token } = loaderData;
  if (actionData && 'isDone' in actionData) return <PasswordSaved />;
  const isRefused = actionData?.problem.code === 'reset_failed';
  if (!isRefused && email && token) return <ResetForm {...loaderData} />;
  return (
    <AccountScreen title={texts.resetTitle} failed>
      <FormResult>
        <AlertBox kind="danger">{texts.resetFailed}</AlertBox>
        <p className="form__note">{texts.resetFailedHelp}</p>
        <LocalLink to="/auth/login?forgot=yes" className="text-link">
          {texts.newLink}
        </LocalLink>
      </FormResult>
    </AccountScreen>
  );
}

function PasswordSaved() {
  const texts = useTexts(accountTexts);
  return (
    <AccountScreen title={texts.resetTitle}>
      <FormResult>
        <AlertBox kind="success">{texts.passwordReset}</AlertBox>
        <p className="form__note">{texts.passwordResetHelp}</p>
        <ButtonLink to="/auth/login" wide>
          {texts.toLogin}
        </ButtonLink>
      </FormResult>
    </AccountScreen>
  );
}

/** The new password, twice; the link's e-mail address above it is for password managers. */
function ResetForm({ email, token }: { email: string; token: string }) {
  const texts = useTexts(accountTexts);
  const fields = useTexts(accountFieldTexts);
  const language = useLanguage();
  const form = useForm<'password' | 'password_confirmation'>('reset', {
    check: ({ password, password_confirmation: repetition }) =>
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
  });
  return (
    <AccountScreen title={texts.resetTitle} failed={form.hasFailed}>
      <FormShell form={form}>
        <input type="hidden" name="token" value={token} />
        {/* Password managers read the account from it. */}
        <Field
          name="email_address"
          label={fields.email}
          type="email"
          autoComplete="username"
          value={email}
          readOnly
        />
        <NewPasswordFields
          field={form.field}
          label={fields.newPassword}
          hint={fields.passwordHint}
          repeatLabel={fields.passwordConfirmation}
        />
        <SubmitRow form={form} label={texts.savePassword} busyLabel={texts.saving} wide />
      </FormShell>
    </AccountScreen>
  );
}
