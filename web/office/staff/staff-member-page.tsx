import { roles } from '#contract/office/staff.ts';
import type { CommandName } from '#contract/office/commands.ts';
import { frameTexts, roleTexts } from '#messages/office/frame.ts';
import { staffTexts } from '#messages/office/staff.ts';
import { useRoleName } from '../layout/office-header.tsx';
import { officeContext, type OutputOf } from '../platform/office-context.ts';
import { flatten, submitForm } from '../platform/submit-form.server.ts';
import { useFrame } from '../platform/use-frame.ts';
import { useTexts } from '../../platform/language.tsx';
import { Breadcrumb, OfficeTitle } from '../ui/office-title.tsx';
import { FormShell } from '../../forms/form.tsx';
import { useForm } from '../../forms/use-form.ts';
import { Section } from '../ui/section.tsx';
import { SelectField } from '../ui/select-field.tsx';
import { useMoment } from '../ui/breakable-text.tsx';
import type { Route } from './+types/staff-member-page';
import { shownName, useStaffStates, useSignInMethods } from './use-staff-texts.ts';

type StaffDto = OutputOf<'staff:one'>;

export async function loader({ context, params }: Route.LoaderArgs) {
  return await context.get(officeContext).read('staff:one', { key: params.id });
}

/** The form of the page → its command. */
const commands = new Map<string, CommandName>([
  ['role', 'staff:role'],
  ['disable', 'staff:disable'],
  ['enable', 'staff:enable'],
  ['invite-again', 'staff:invite'],
]);

export async function action({ request, context, params }: Route.ActionArgs) {
  const office = context.get(officeContext);
  const person = await office.read('staff:one', { key: params.id });
  const form = await request.formData();
  const entries = flatten(form);
  const command = commands.get(String(entries['form']));
  if (command === undefined) throw new Response(null, { status: 404 });
  const { email, role } = person;
  const name = shownName(person);
  const language = person.language ?? office.language;
  return await submitForm(office, form, {
    command,
    input:
      command === 'staff:invite'
        ? { name, email, role, language }
        : { id: params.id, role: entries['role'] },
    // a new invitation takes the place of the former one, and of its page
    to: person.id === null ? '/office/staff' : `/office/staff/${params.id}`,
    say(output) {
      if (command === 'staff:invite') return staffTexts.invited[office.language]({ email });
      const given = roles.find((each) => command === 'staff:role' && each === output['role']);
      return given === undefined ? `${name}.` : `${name}: ${roleTexts[given][office.language]}.`;
    },
  });
}

/** One person: role, access, a new invitation (office.md 2.10). Somebody invited has only the last of these. */
export default function StaffMemberPage({ loaderData: person }: Route.ComponentProps) {
  const texts = useTexts(staffTexts);
  const { staff } = useTexts(frameTexts);
  const name = shownName(person);
  const { isDemo } = useFrame();
  const isInvited = person.state === 'invited';
  // outside the demonstration its accounts stay disabled
  const mayEnable = person.state === 'disabled' && (isDemo || !person.isDemo);
  return (
    <>
      <Breadcrumb items={[{ label: staff, path: '/office/staff' }, { label: name }]} />
      <OfficeTitle title={name} />
      <Facts person={person} />
      {!isInvited && <RoleForm person={person} />}
      {person.state === 'active' && (
        <ButtonForm name="disable" label={texts.disable} text={texts.disableText} isDanger />
      )}
      {mayEnable && <ButtonForm name="enable" label={texts.enable} />}
      <ButtonForm
        name="invite-again"
        label={texts.inviteAgain}
        text={isInvited ? texts.invitedAgainText : texts.inviteAgainText}
      />
    </>
  );
}

function Facts({ person }: { person: StaffDto }) {
  const texts = useTexts(staffTexts);
  const moment = useMoment();
  const roleName = useRoleName();
  const states = useStaffStates();
  const signInMethods = useSignInMethods();
  const { email, role, state, lastSignedInAt: at } = person;
  const facts: [string, string][] = [
    [texts.email, email],
    [texts.role, roleName(role)],
    [texts.waysToSignIn, signInMethods(person)],
    [texts.lastSignIn, at === null ? texts.never : moment(at)],
    [texts.state, states[state]],
  ];
  return (
    <dl className="office-facts">
      {facts.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function RoleForm({ person }: { person: StaffDto }) {
  const texts = useTexts(staffTexts);
  const roleName = useRoleName();
  const state = useForm('role');
  return (
    <Section id="change-role" title={texts.changeRole}>
      <FormShell form={state}>
        <SelectField
          {...state.field('role', person.role)}
          label={texts.role}
          options={roles.map((role) => [role, roleName(role)] as const)}
        />
        <button className="button button--primary">{texts.changeRole}</button>
      </FormShell>
    </Section>
  );
}

interface ButtonFormProps {
  name: string;
  label: string;
  text?: string;
  isDanger?: boolean;
}

function ButtonForm({ name, label, text, isDanger }: ButtonFormProps) {
  const state = useForm(name);
  return (
    <Section id={name} title={label}>
      {text !== undefined && <p className="office-text">{text}</p>}
      <FormShell form={state}>
        <button className={`button ${isDanger ? 'button--danger' : 'button--line'}`}>
          {label}
        </button>
      </FormShell>
    </Section>
  );
}
