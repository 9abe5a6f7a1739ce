import { accountTexts, accountFieldTexts } from '#messages/accounts.ts';
import { useTexts, useLanguage, LocalLink } from '../platform/language.tsx';
import { orProblem } from '../platform/or-problem.ts';
import { shopContext, type Visit } from '../platform/visit.ts';
import { AlertBox } from '../ui/alert-box.tsx';
import { ButtonLink } from '../ui/button.tsx';
import type { Route } from './+types/password-reset-page';
import { AccountScreen, FormResult } from './account-screen.tsx';
import { Form, useNavigation, data } from 'react-router';
import { ErrorSummary, SubmitRow } from '../forms/form.tsx';
import { Field, NewPasswordFields } from '../forms/fields.tsx';
import { FormHiddenFields, useFormKey } from '../forms/form-hidden-fields.tsx';
import { useLiveErrors } from '../forms/use-live-errors.ts';
import { useSubmission, type FormResponse } from '../forms/use-submission.ts';
import { brokenPassword, brokenRepetition, messagesOf } from '#contract/forms.ts';
import { pickTexts } from '#messages/define-texts.ts';
import { onceByKey, refillForm } from '../forms/submit.server.ts';
import { readFields } from '../forms/read-fields.ts';

export { handle } from './account-screen.tsx';

/** `email` and `token` are from the mail's link. */
export function loader({ url }: Route.LoaderArgs) {
  const [email, token] = ['email', 'token'].map((name) => url.searchParams.get(name) ?? '');
  return { email, token, formKey: crypto.randomUUID() };
}

export async function action({ request, context }: Route.ActionArgs) {
  return savePassword(context.get(shopContext), await request.formData());
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) => orProblem(serverAction);

/** PasswordReset (product.md 2). */
export default function PasswordResetPage({ loaderData, actionData }: Route.ComponentProps) {
  const texts = useTexts(accountTexts);
  const response: (FormResponse<undefined> & { end?: 'done' | 'refused' }) | undefined = actionData;
  const title = texts.resetTitle;
  // a link that was cut off
  const isIncomplete = !loaderData.email || !loaderData.token;
  const end = response?.end ?? (isIncomplete ? 'refused' : undefined);
  if (end === undefined) return <ResetForm {...loaderData} response={response} />;
  return (
    <AccountScreen title={title} failed={end === 'refused'}>
      {end === 'done' ? (
        <FormResult>
          <AlertBox kind="success">{texts.passwordReset}</AlertBox>
          <p className="form__note">{texts.passwordResetHelp}</p>
          <ButtonLink to="/auth/login" wide>
            {texts.toLogin}
          </ButtonLink>
        </FormResult>
      ) : (
        <FormResult>
          <AlertBox kind="danger">{texts.resetFailed}</AlertBox>
          <p className="form__note">{texts.resetFailedHelp}</p>
          <LocalLink to="/auth/login?forgot=yes" className="text-link">
            {texts.newLink}
          </LocalLink>
        </FormResult>
      )}
    </AccountScreen>
  );
}

interface ResetFormProps {
  email: string | undefined;
  token: string | undefined;
  /** Key from the loader. */
  formKey: string;
  response: FormResponse<undefined> | undefined;
}

/** The new password, twice; the link's e-mail address above it is for password managers. */
function ResetForm({ email = '', token, formKey, response }: ResetFormProps) {
  const texts = useTexts(accountTexts);
  const fields = useTexts(accountFieldTexts);
  const language = useLanguage();
  const form = useLiveErrors(
    response?.problem?.errors,
    (typed: Record<'password' | 'password_confirmation', string>) => {
      const { password, password_confirmation: repetition } = typed;
      const key = 'RESET_PASSWORD_FORM_PASSWORDS_MUST_MATCH';
      return messagesOf(
        {
          password: brokenPassword(password, email),
          password_confirmation: brokenRepetition(password, repetition, key),
        },
        language,
      );
    },
  );
  const state = useSubmission(useNavigation(), response?.problem);
  return (
    <AccountScreen title={texts.resetTitle} failed={form.hasErrors || state.failure !== ''}>
      <Form className="form" method="post" preventScrollReset {...form.props}>
        <FormHiddenFields formKey={useFormKey(formKey, response)} />
        <input type="hidden" name="token" value={token} />
        <ErrorSummary errors={form.errors} />
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
        <SubmitRow form={state} label={texts.savePassword} busyLabel={texts.saving} wide />
      </Form>
    </AccountScreen>
  );
}

/** Problems whose own message is shown: invalid fields, too many attempts, an unavailable database. */
const SELF_EXPLAINING: readonly number[] = [422, 429, 503];

/** Sets the new password. The server has then ended all sessions of the account. */
async function savePassword(visit: Visit, form: FormData) {
  const names = ['token', 'email_address', 'password', 'password_confirmation'] as const;
  const body = readFields(form, names);
  const { problem } = await visit.call('resetPassword', { body }, onceByKey(form));
  if (problem === null) {
    // if it was this browser's session, its cookie is deleted
    await visit.findUser();
    return { end: 'done' as const };
  }
  if (problem.code === 'reset_failed') {
    return data({ end: 'refused' as const }, { status: problem.status });
  }
  if (SELF_EXPLAINING.includes(problem.status)) return refillForm(problem, undefined);
  const { unknownError } = pickTexts(accountTexts, visit.language);
  return refillForm({ ...problem, message: unknownError }, undefined);
}
