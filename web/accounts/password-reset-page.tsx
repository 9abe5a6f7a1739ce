import { accountTexts } from '#messages/accounts.ts';
import { useTexts } from '../platform/language.ts';
import { LocalLink } from '../platform/local-link.tsx';
import { orProblem } from '../platform/or-problem.ts';
import { shopContext } from '../platform/server-context.ts';
import { AlertBox } from '../ui/alert-box.tsx';
import { ButtonLink } from '../ui/button.tsx';
import type { FormResponse } from '../ui/use-submission.ts';
import type { Route } from './+types/password-reset-page';
import { AccountScreen, FormResult } from './account-screen.tsx';
import { ResetForm } from './reset-form.tsx';
import { savePassword } from './save-password.server.ts';

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
