import { useSearchParams } from 'react-router';
import { checkRegistration, type Registration } from '#contract/forms.ts';
import { accountFieldTexts, accountTexts } from '#messages/accounts.ts';
import { pickTexts } from '#messages/define-texts.ts';
import { Field, NewPasswordFields } from '../forms/fields.tsx';
import { FormShell, SubmitRow } from '../forms/form.tsx';
import { readFields } from '../forms/read-fields.ts';
import { refuse } from '../forms/submit.server.ts';
import { useForm } from '../forms/use-form.ts';
import { useLanguage, useTexts, LocalLink } from '../platform/language.tsx';
import { shopContext } from '../platform/visit.ts';
import type { Route } from './+types/register-page';
import { AccountScreen, withNext } from './account-screen.tsx';
import { hasActedContext, leaveWhenSignedIn, redirectToNext } from './sign-in.server.ts';

export { handle } from './account-screen.tsx';

export async function loader({ context, url }: Route.LoaderArgs) {
  await leaveWhenSignedIn(context, url);
  return null;
}

const names = [
  'first_name',
  'last_name',
  'email_address',
  'password',
  'password_confirmation',
] as const;

export async function action({ request, context, url }: Route.ActionArgs) {
  context.set(hasActedContext, true);
  const visit = context.get(shopContext);
  const form = await request.formData();
  const { output, problem } = await visit.submit('account:register', readFields(form, names), form);
  if (problem?.code === 'email_taken') {
    const { emailTaken } = pickTexts(accountTexts, visit.language);
    return refuse('register', form, { ...problem, errors: { email_address: emailTaken } });
  }
  if (problem !== null) return refuse('register', form, problem);
  visit.signIn(output);
  throw redirectToNext(url, 303);
}

export { clientAction } from '../forms/client-action.ts';

/** Register (product.md 2 and 5). */
export default function RegisterPage() {
  const texts = useTexts(accountTexts);
  const fields = useTexts(accountFieldTexts);
  const language = useLanguage();
  const form = useForm<keyof Registration>('register', {
    check: (typed) => checkRegistration(typed, language),
  });
  return (
    <AccountScreen title={texts.registerTitle} failed={form.hasFailed}>
      <FormShell form={form}>
        <Field {...form.field('first_name')} label={fields.firstName} autoComplete="given-name" />
        <Field {...form.field('last_name')} label={fields.lastName} autoComplete="family-name" />
        <Field
          {...form.field('email_address')}
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
          form={form}
          label={texts.register}
          busyLabel={texts.registering}
          failureTitle={texts.registerFailed}
          wide
        />
      </FormShell>
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
