import { roles, toStaffKey } from '#contract/office/staff.ts';
import { frameTexts } from '#messages/office/frame.ts';
import { staffTexts } from '#messages/office/staff.ts';
import { Field } from '../../forms/fields.tsx';
import { useRoleName } from '../layout/office-header.tsx';
import { officeContext, type OutputOf } from '../platform/office-context.ts';
import { submitForm } from '../platform/submit-form.server.ts';
import { useLanguage, useTexts } from '../../platform/language.tsx';
import { DataTable } from '../ui/data-table.tsx';
import { FormShell } from '../../forms/form.tsx';
import { useForm } from '../../forms/use-form.ts';
import { StateLabel } from '../ui/state-label.tsx';
import { OfficeTitle } from '../ui/office-title.tsx';
import { Section } from '../ui/section.tsx';
import { SelectField } from '../ui/select-field.tsx';
import { useMoment } from '../ui/breakable-text.tsx';
import type { Route } from './+types/staff-page';
import { shownName, useStaffStates, useSignInMethods } from './use-staff-texts.ts';

type StaffDto = OutputOf<'staff:one'>;

export async function loader({ context }: Route.LoaderArgs) {
  return await context.get(officeContext).read('staff:list', {});
}

export async function action({ request, context }: Route.ActionArgs) {
  const office = context.get(officeContext);
  return await submitForm(office, await request.formData(), {
    command: 'staff:invite',
    to: '/office/staff',
    say: ({ email }) => staffTexts.invited[office.language]({ email: String(email) }),
  });
}

/** Active and disabled staff, and the form of an invitation (office.md 2.10). */
export default function StaffPage({ loaderData }: Route.ComponentProps) {
  const texts = useTexts(staffTexts);
  const { staff } = useTexts(frameTexts);
  return (
    <>
      <OfficeTitle title={staff} />
      <StaffTable rows={loaderData} caption={staff} />
      <Section id="invite" title={texts.invite}>
        <InviteForm />
      </Section>
    </>
  );
}

function StaffTable({ rows, caption }: { rows: StaffDto[]; caption: string }) {
  const texts = useTexts(staffTexts);
  const roleName = useRoleName();
  const states = useStaffStates();
  const moment = useMoment();
  const signInMethods = useSignInMethods();
  return (
    <DataTable
      caption={caption}
      rows={rows}
      keyOf={({ email }) => email}
      columns={[
        {
          label: texts.name,
          cell: (row) => <a href={`/office/staff/${toStaffKey(row)}`}>{shownName(row)}</a>,
        },
        { label: texts.email, cell: ({ email }) => email },
        {
          label: texts.role,
          cell: ({ role }) => <span className="office-word">{roleName(role)}</span>,
        },
        { label: texts.waysToSignIn, cell: signInMethods },
        {
          label: texts.lastSignIn,
          cell: ({ lastSignedInAt: at }) => (at === null ? texts.never : moment(at)),
          isShort: true,
        },
        {
          label: texts.state,
          cell: ({ state }) => <StateLabel kind={stateKinds[state]}>{states[state]}</StateLabel>,
        },
      ]}
    />
  );
}

function InviteForm() {
  const texts = useTexts(staffTexts);
  const language = useLanguage();
  const roleName = useRoleName();
  const state = useForm('invite');
  return (
    <FormShell
      form={state}

      labels={{ email: texts.email, name: texts.name, role: texts.role }}
    >
      <Field {...state.field('email')} label={texts.email} type="email" autoComplete="off" />
      <Field {...state.field('name')} label={texts.name} autoComplete="off" />
      <SelectField
        {...state.field('role', 'office')}
        label={texts.role}
        options={roles.map((role) => [role, roleName(role)] as const)}
      />
      <SelectField
        name="language"
        label={texts.language}
        defaultValue={state.value('language', language)}
        options={[
          ['de', texts.german],
          ['en', texts.english],
        ]}
      />
      <button className="button button--primary">{texts.sendInvitation}</button>
    </FormShell>
  );
}

const stateKinds = { invited: 'open', active: 'good', disabled: 'gone' } as const;
