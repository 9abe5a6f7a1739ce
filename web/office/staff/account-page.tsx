import { redirect } from 'react-router';
import { commandLabels } from '#messages/office/command-labels.ts';
import { frameTexts } from '#messages/office/frame.ts';
import { staffTexts } from '#messages/office/staff.ts';
import { Field } from '../../forms/fields.tsx';
import { officeContext } from '../platform/office-context.ts';
import { flatten, submitForm } from '../platform/submit-form.server.ts';
import { useFrame } from '../platform/use-frame.ts';
import { useTexts } from '../../platform/language.tsx';
import { FormShell } from '../../forms/form.tsx';
import { useForm } from '../../forms/use-form.ts';
import { OfficeTitle } from '../ui/office-title.tsx';
import { Section } from '../ui/section.tsx';
import { CheckboxField, SelectField } from '../ui/select-field.tsx';
import type { Route } from './+types/account-page';
import { AccountCredentials, AccountPasskeys, AccountSessions } from './account-sections.tsx';

export async function loader({ context }: Route.LoaderArgs) {
  return await context.get(officeContext).read('staff:account', {});
}

export async function action({ request, context }: Route.ActionArgs) {
  const office = context.get(officeContext);
  const form = await request.formData();
  const entries = flatten(form);
  const name = String(entries['form']);
  if (name === 'settings' || name === 'alarms') {
    const command = name === 'settings' ? 'staff:details' : 'staff:settings';
    return await submitForm(office, form, { command, to: '/office/account' });
  }
  if (name === 'end-sessions') {
    const { problem } = await office.submit('staff:end-sessions', {}, form);
    if (problem !== null) throw new Response(null, { status: problem.status });
    office.setSession(null);
    office.setFlash({ text: `${commandLabels['staff:end-sessions'][office.signedOutLanguage]}.` });
    throw redirect('/office/sign-in', 303);
  }
  const [change = '', id = ''] = name.split(':');
  return await submitForm(office, form, {
    command: 'staff:credentials',
    input: {
      ...entries,
      change,
      ...(id === '' ? {} : { passkey_id: id, passkey_name: entries[`passkey_name_${id}`] }),
    },
    to: change === 'recovery-codes' ? '/office/account/recovery-codes' : '/office/account',
  });
}

/** The page of the signed-in person's own account (office.md 2.9). */
export default function AccountPage({ loaderData: account }: Route.ComponentProps) {
  const texts = useTexts(staffTexts);
  const frame = useTexts(frameTexts);
  const role = useFrame().staff?.role;
  const settings = useForm('settings');
  const alarms = useForm('alarms');
  return (
    <>
      <OfficeTitle title={frame.account} />
      <p>{account.email}</p>
      <Section id="settings" title={texts.settings}>
        <FormShell form={settings} labels={{ name: texts.name }}>
          <Field {...settings.field('name', account.name)} label={texts.name} autoComplete="name" />
          <SelectField
            name="language"
            label={texts.language}
            defaultValue={settings.value('language', account.language ?? '')}
            options={[
              ['', texts.asBrowser],
              ['de', texts.german],
              ['en', texts.english],
            ]}
          />
          <button className="button button--primary">{texts.save}</button>
        </FormShell>
      </Section>
      {account.isDemo ? (
        <p>{texts.isDemo}</p>
      ) : (
        <>
          <AccountPasskeys account={account} />
          <AccountCredentials account={account} />
        </>
      )}
      <AccountSessions sessions={account.sessions} />
      {(role === 'admin' || role === 'office') && (
        <Section id="alarms" title={texts.alarms}>
          <FormShell form={alarms}>
            <input type="hidden" name="has_alarms" value="yes" />
            <CheckboxField
              name="wants_alarms"
              label={texts.wantsAlarms}
              defaultChecked={account.wantsAlarms}
            />
            <button className="button button--line">{texts.save}</button>
          </FormShell>
        </Section>
      )}
      <PrivacyNotice />
    </>
  );
}

/** Informs staff about the data in the log (Art. 13 GDPR). */
function PrivacyNotice() {
  const texts = useTexts(staffTexts);
  return (
    <section className="office-section office-text" aria-labelledby="privacy">
      <h2 id="privacy">{texts.privacy}</h2>
      <p>{texts.privacyText}</p>
      <p>{texts.privacyRights}</p>
    </section>
  );
}
