import { redirect } from 'react-router';
import { frameTexts } from '#messages/office/frame.ts';
import { staffTexts } from '#messages/office/staff.ts';
import { officeContext } from '../platform/office-context.ts';
import { submitForm } from '../platform/submit-form.server.ts';
import { useTexts } from '../../platform/language.tsx';
import { Breadcrumb, OfficeTitle } from '../ui/office-title.tsx';
import { FormShell } from '../../forms/form.tsx';
import { useForm } from '../../forms/use-form.ts';
import { CheckboxField } from '../ui/select-field.tsx';
import type { Route } from './+types/recovery-codes-page';

export async function loader({ context }: Route.LoaderArgs) {
  const office = context.get(officeContext);
  const codes = await office.read('staff:new-codes', {});
  if (codes === null) throw redirect('/office/account', 303);
  office.requireStepUp();
  return codes;
}

export async function action({ request, context }: Route.ActionArgs) {
  const office = context.get(officeContext);
  return await submitForm(office, await request.formData(), {
    command: 'staff:note-codes',
    to: '/office',
    say: () => staffTexts.codesNoted[office.language],
  });
}

/** New recovery codes, until the person has written them down (office.md 2.2). */
export default function RecoveryCodesPage({ loaderData }: Route.ComponentProps) {
  const texts = useTexts(staffTexts);
  const { account } = useTexts(frameTexts);
  const state = useForm('codes');
  return (
    <>
      <Breadcrumb
        items={[{ label: account, path: '/office/account' }, { label: texts.recoveryCodes }]}
      />
      <OfficeTitle title={texts.recoveryCodes} />
      <p>{texts.recoveryText}</p>
      <ul className="office-codes">
        {loaderData.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <FormShell form={state} labels={{ written: texts.written }}>
        <CheckboxField name="written" label={texts.written} error={state.error('written')} />
        <button className="button button--primary">{texts.next}</button>
      </FormShell>
    </>
  );
}
