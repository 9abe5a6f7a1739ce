import { staffTexts } from '#messages/office/staff.ts';
import { Field } from '../../forms/fields.tsx';
import { useTexts } from '../../platform/language.tsx';
import { FormShell } from '../../forms/form.tsx';
import { useForm } from '../../forms/use-form.ts';
import { Section } from '../ui/section.tsx';
import { NewKey, StaffPasswordFields, PasskeyButton } from './credential-fields.tsx';
import { useMoment } from '../ui/breakable-text.tsx';
import { DataTable } from '../ui/data-table.tsx';
import type { OutputOf } from '../platform/office-context.ts';

type OwnAccount = OutputOf<'staff:account'>;

/** New password, new one-time key, new recovery codes (office.md 2.9). */
export function AccountCredentials({ account }: { account: OwnAccount }) {
  const texts = useTexts(staffTexts);
  const password = useForm('password');
  const key = useForm('one-time-key');
  const codes = useForm('recovery-codes');
  return (
    <>
      <Section id="new-password" title={texts.newPassword}>
        <FormShell
          form={password}

          labels={{ password: texts.password, password_repeat: texts.passwordRepeat }}
        >
          <StaffPasswordFields state={password} />
          <button className="button button--primary">{texts.setPassword}</button>
        </FormShell>
      </Section>
      <Section id="new-key" title={texts.newKey}>
        {account.newKey === null ? (
          <a href="/office/confirm-identity?to=%2Foffice%2Faccount" className="button button--line">
            {texts.showKey}
          </a>
        ) : (
          <FormShell form={key} labels={{ code: texts.code }}>
            <NewKey newKey={account.newKey} />
            <Field
              name="code"
              label={texts.code}
              inputMode="numeric"
              autoComplete="one-time-code"
              error={key.error('code')}
            />
            <button className="button button--primary">{texts.setKey}</button>
          </FormShell>
        )}
      </Section>
      <Section id="new-codes" title={texts.newCodes}>
        <p>{texts.codesLeft({ count: account.recoveryCodesLeft })}</p>
        <FormShell form={codes}>
          <button className="button button--line">{texts.makeCodes}</button>
        </FormShell>
      </Section>
    </>
  );
}

/** The passkeys of one's own account: rename, remove, add (office.md 2.9). */
export function AccountPasskeys({ account }: { account: OwnAccount }) {
  const texts = useTexts(staffTexts);
  const state = useForm('passkey-add');
  return (
    <Section id="passkeys" title={texts.passkeys}>
      <p>{texts.passkeyText}</p>
      {account.passkeys.length === 0 && <p>{texts.noPasskeys}</p>}
      {account.passkeys.map((passkey) => (
        <Passkey key={passkey.id} passkey={passkey} />
      ))}
      <FormShell form={state} labels={{ passkey_name: texts.passkeyName }}>
        <Field {...state.field('passkey_name')} label={texts.passkeyName} autoComplete="off" />
        {state.error('passkey') !== undefined && (
          <p className="field__error" id="passkey">
            {state.error('passkey')}
          </p>
        )}
        <PasskeyButton label={texts.addPasskey} kind="create" options={account.passkeySetup} />
        <noscript>
          <p>{texts.needsScripts}</p>
        </noscript>
      </FormShell>
    </Section>
  );
}

function Passkey({ passkey }: { passkey: OwnAccount['passkeys'][number] }) {
  const texts = useTexts(staffTexts);
  const moment = useMoment();
  const { id, name, createdAt, usedAt } = passkey;
  const rename = useForm(`passkey-rename:${id}`);
  const remove = useForm(`passkey-remove:${id}`);
  const field = `passkey_name_${id}`;
  return (
    <article className="office-card" aria-labelledby={`passkey-${id}`}>
      <h3 id={`passkey-${id}`}>{name}</h3>
      <p>
        {texts.created}: {moment(createdAt)}. {texts.used}:{' '}
        {usedAt === null ? texts.never : moment(usedAt)}.
      </p>
      <FormShell form={rename} labels={{ [field]: texts.passkeyName }}>
        <Field
          name={field}
          label={texts.passkeyName}
          autoComplete="off"
          defaultValue={rename.value(field, name)}
          error={rename.error(field)}
        />
        <button className="button button--line" aria-describedby={`passkey-${id}`}>
          {texts.rename}
        </button>
      </FormShell>
      <FormShell form={remove}>
        <button className="button button--danger" aria-describedby={`passkey-${id}`}>
          {texts.remove}
        </button>
      </FormShell>
    </article>
  );
}

/** The person's sessions, and a button that ends all of them (office.md 2.9). */
export function AccountSessions({ sessions }: { sessions: OwnAccount['sessions'] }) {
  const texts = useTexts(staffTexts);
  const moment = useMoment();
  const state = useForm('end-sessions');
  return (
    <Section id="sessions" title={texts.sessions}>
      <DataTable
        caption={texts.sessions}
        rows={sessions}
        keyOf={({ id }) => id}
        columns={[
          {
            label: texts.browser,
            cell: ({ browser, isCurrent }) =>
              `${nameBrowser(browser) ?? texts.unknownBrowser}${isCurrent ? ` (${texts.thisSession})` : ''}`,
          },
          { label: texts.since, cell: ({ since }) => moment(since), isShort: true },
          { label: texts.seen, cell: ({ seen }) => moment(seen), isShort: true },
        ]}
      />
      <FormShell form={state}>
        <button className="button button--line">{texts.endSessions}</button>
      </FormShell>
    </Section>
  );
}

const browsers = [
  ['Edg/', 'Edge'],
  ['Firefox/', 'Firefox'],
  ['Chrome/', 'Chrome'],
  ['Safari/', 'Safari'],
] as const;
const systems = [
  ['Android', 'Android'],
  ['iPhone', 'iPhone'],
  ['iPad', 'iPad'],
  ['Windows', 'Windows'],
  ['Mac OS', 'macOS'],
  ['Linux', 'Linux'],
] as const;

/** "Firefox, Windows" from a `User-Agent`; null for an unknown one. */
function nameBrowser(userAgent: string): string | null {
  const find = (names: readonly (readonly [string, string])[]) =>
    names.find(([part]) => userAgent.includes(part))?.[1];
  const names = [find(browsers), find(systems)].filter((name) => name !== undefined);
  return names.length === 0 ? null : names.join(', ');
}
