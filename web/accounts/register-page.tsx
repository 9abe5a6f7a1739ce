import { Form, useNavigation, useSearchParams } from 'react-router';
import { accountFieldTexts, accountTexts } from '#messages/accounts.ts';
import { useLanguage, useTexts, LocalLink } from '../platform/language.tsx';
import { FormHiddenFields, useFormKey } from '../forms/form-hidden-fields.tsx';
import { orProblem } from '../platform/or-problem.ts';
import { shopContext } from '../platform/visit.ts';
import { ErrorSummary, SubmitRow } from '../forms/form.tsx';
import { Field, NewPasswordFields } from '../forms/fields.tsx';
import { useLiveErrors } from '../forms/use-live-errors.ts';
import { useSubmission, type FormResponse } from '../forms/use-submission.ts';
import type { Route } from './+types/register-page';
import { checkRegistration, type Registration } from './account-rules.ts';
import { AccountScreen, withNext } from './account-screen.tsx';
import { hasActedContext, leaveWhenSignedIn, submitRegistration } from './sign-in.server.ts';

export { handle } from './account-screen.tsx';

export async function loader({ context, url }: Route.LoaderArgs) {
  await leaveWhenSignedIn(context, url);
  return { formKey: crypto.randomUUID() };
}

export async function action({ request, context, url }: Route.ActionArgs) {
  context.set(hasActedContext, true);
  return submitRegistration(context.get(shopContext), await request.formData(), url);
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) => orProblem(serverAction);

/** Register (product.md 2 and 5). */
export default function RegisterPage({ loaderData, actionData }: Route.ComponentProps) {
  const texts = useTexts(accountTexts);
  const fields = useTexts(accountFieldTexts);
  const language = useLanguage();
  const { problem, values }: FormResponse<Partial<Registration>> = actionData ?? {};
  const form = useLiveErrors(problem?.errors, (typed: Registration) =>
    checkRegistration(typed, language),
  );
  const state = useSubmission(useNavigation(), problem);
  const formKey = useFormKey(loaderData.formKey, actionData);
  return (
    <AccountScreen title={texts.registerTitle} failed={form.hasErrors || state.failure !== ''}>
      <Form className="form" method="post" preventScrollReset {...form.props}>
        <FormHiddenFields formKey={formKey} />
        <ErrorSummary errors={form.errors} />
        <Field
          {...form.field('first_name')}
          defaultValue={values?.first_name}
          label={fields.firstName}
          autoComplete="given-name"
        />
        <Field
          {...form.field('last_name')}
          defaultValue={values?.last_name}
          label={fields.lastName}
          autoComplete="family-name"
        />
        <Field
          {...form.field('email_address')}
          defaultValue={values?.email_address}
          label={fields.email}
          type="email"
          autoComplete="email"
        />
        <NewPasswordFields
          field={form.field}
          label={fields.password}
          hint={fields.passwordHint}
          repeatLabel={fields.passwordConfirmation}
        />
        <SubmitRow
          form={state}
          label={texts.register}
          busyLabel={texts.registering}
          failureTitle={texts.registerFailed}
          wide
        />
      </Form>
      <RegisterFoot />
    </AccountScreen>
  );
}

function RegisterFoot() {
  const texts = useTexts(accountTexts);
  const [search] = useSearchParams();
  return (
    <div className="account-screen__foot">
      <p className="form__note">
        {texts.haveAccount}{' '}
        <LocalLink to={withNext('/auth/login', search)} className="text-link">
          {texts.logIn}
        </LocalLink>
      </p>
    </div>
  );
}
