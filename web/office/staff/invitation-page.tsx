import { staffTexts } from '#messages/office/staff.ts';
import { Field } from '../../forms/fields.tsx';
import { SignedOutFrame } from '../layout/signed-out-frame.tsx';
import { officeContext } from '../platform/office-context.ts';
import { flatten, submitForm } from '../platform/submit-form.server.ts';
import { useTexts } from '../../platform/language.tsx';
import { FormShell } from '../../forms/form.tsx';
import { useForm } from '../../forms/use-form.ts';
import { OfficeTitle } from '../ui/office-title.tsx';
import type { Route } from './+types/invitation-page';
import { NewKey, StaffPasswordFields, PasskeyButton } from './credential-fields.tsx';

export async function loader({ context, params }: Route.LoaderArgs) {
  return await context.get(officeContext).read('staff:invitation', { token: params.token });
}

export async function action({ request, context, params }: Route.ActionArgs) {
  const office = context.get(officeContext);
  const form = await request.formData();
  return await submitForm(office, form, {
    command: 'staff:accept',
    input: { ...flatten(form), invitation: params.token },
    to({ token, hasCodes }) {
      office.setSession(String(token));
      return hasCodes === true ? '/office/account/recovery-codes' : '/office';
    },
  });
}

/** Sets up an account by an invitation (office.md 2.2). */
export default function InvitationPage({ loaderData }: Route.ComponentProps) {
  const texts = useTexts(staffTexts);
  const state = useForm('accept');
  const { email, name, newKey, passkeySetup } = loaderData;
  return (
    <SignedOutFrame>
      <OfficeTitle title={texts.setUp} />
      <p>{texts.setUpFor({ email })}</p>
      <FormShell
        form={state}

        labels={{
          name: texts.name,
          password: texts.password,
          password_repeat: texts.passwordRepeat,
          code: texts.code,
        }}
      >
        <input type="hidden" name="email" value={email} autoComplete="username" />
        <Field {...state.field('name', name)} label={texts.name} autoComplete="name" />
        <PasskeyButton label={texts.createWithPasskey} kind="create" options={passkeySetup} />
        {state.error('passkey') !== undefined && (
          <p className="field__error" id="passkey">
            {state.error('passkey')}
          </p>
        )}
        <StaffPasswordFields state={state} />
        <NewKey newKey={newKey} />
        <Field
          name="code"
          label={texts.code}
          inputMode="numeric"
          autoComplete="one-time-code"
          error={state.error('code')}
        />
        <button className="button button--primary">{texts.createAccount}</button>
      </FormShell>
    </SignedOutFrame>
  );
}
