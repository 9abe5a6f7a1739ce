import { redirect } from 'react-router';
import { staffTexts } from '#messages/office/staff.ts';
import { Field } from '../../forms/fields.tsx';
import { SignedOutFrame } from '../layout/signed-out-frame.tsx';
import { officeContext } from '../platform/office-context.ts';
import { findPageOfFile, returnPath, submitForm } from '../platform/submit-form.server.ts';
import { useFrame } from '../platform/use-frame.ts';
import { useTexts } from '../../platform/language.tsx';
import { FormShell } from '../../forms/form.tsx';
import { useForm } from '../../forms/use-form.ts';
import { OfficeTitle } from '../ui/office-title.tsx';
import type { Route } from './+types/sign-in-page';
import { PasskeyButton, SignInFields } from './credential-fields.tsx';

export async function loader({ context }: Route.LoaderArgs) {
  const office = context.get(officeContext);
  if (office.visitor !== null) throw redirect('/office', 303);
  return await office.read('staff:sign-in-page', {});
}

export async function action({ request, context, url }: Route.ActionArgs) {
  const office = context.get(officeContext);
  if (office.visitor !== null) throw redirect('/office', 303);
  return await submitForm(office, await request.formData(), {
    command: 'staff:sign-in',
    to({ token }) {
      office.setSession(String(token));
      const to = returnPath(url.searchParams.get('to'));
      // a browser that downloads a file would stay on this page
      return findPageOfFile(to) ?? to;
    },
  });
}

/** Signing in (office.md 2.4). */
export default function SignInPage({ loaderData }: Route.ComponentProps) {
  const texts = useTexts(staffTexts);
  const { sessionEnd } = useFrame();
  const state = useForm('sign-in');
  return (
    <SignedOutFrame>
      <OfficeTitle title={texts.signIn} />
      {sessionEnd !== null && state.problem === null && (
        <output className="alert alert--inline">{texts[sessionEnd]}</output>
      )}
      {!loaderData.hasStaff && <p className="alert alert--inline">{texts.nobodyInvited}</p>}
      <FormShell form={state}>
        <Field
          name="email"
          label={texts.email}
          type="email"
          autoComplete="username webauthn"
          defaultValue={state.value('email')}
        />
        <SignInFields codeHint={texts.codeHint} />
        <button className="button button--primary">{texts.signIn}</button>
        <PasskeyButton label={texts.withPasskey} kind="get" options={loaderData.passkeyRequest} />
      </FormShell>
      <p className="office-note">{texts.noAccess}</p>
    </SignedOutFrame>
  );
}
