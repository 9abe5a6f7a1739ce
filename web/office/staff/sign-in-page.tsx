import { redirect } from 'react-router';
import { staffTexts } from '#messages/office/staff.ts';
import { Field } from '../../ui/field.tsx';
import { officeContext } from '../platform/office-context.ts';
import { returnPath } from '../platform/return-path.ts';
import { flatten, submitForm } from '../platform/submit-form.server.ts';
import { useTexts } from '../platform/use-frame.ts';
import { OfficeForm, useFormState } from '../ui/office-form.tsx';
import { OfficeTitle } from '../ui/office-title.tsx';
import type { Route } from './+types/sign-in-page';

export function loader({ context, url }: Route.LoaderArgs) {
  if (context.get(officeContext).visitor !== null) throw redirect(returnPath(url), 303);
  return null;
}

export async function action({ request, context, url }: Route.ActionArgs) {
  const office = context.get(officeContext);
  const form = await request.formData();
  return await submitForm(office, form, {
    command: 'staff:sign-in',
    input: flatten(form),
    to({ token }) {
      office.setSession(String(token));
      return returnPath(url);
    },
  });
}

/** Signing in (office.md 2.4). */
export default function SignInPage() {
  const texts = useTexts(staffTexts);
  const state = useFormState('sign-in');
  return (
    <main className="office-main office-main--alone">
      <OfficeTitle title={texts.signIn} />
      <OfficeForm name="sign-in" state={state}>
        <Field
          name="email"
          label={texts.email}
          type="email"
          autoComplete="username webauthn"
          defaultValue={state.value('email')}
          error={state.error('email')}
        />
        <Field
          name="password"
          label={texts.password}
          type="password"
          autoComplete="current-password"
        />
        <Field name="code" label={texts.code} inputMode="numeric" autoComplete="one-time-code" />
        <button className="button button--primary">{texts.signIn}</button>
      </OfficeForm>
    </main>
  );
}
