import type { OwnAccount } from '#contract/office/staff-queries.ts';
import { staffTexts } from '#messages/office/staff.ts';
import { Field } from '../../ui/field.tsx';
import { useTexts } from '../platform/use-frame.ts';
import { OfficeForm, useFormState } from '../ui/office-form.tsx';
import { Section } from '../ui/section.tsx';
import { useMoment } from '../ui/moment.tsx';
import { PasskeyButton } from './passkey-button.tsx';

/** The passkeys of one's own account: rename, remove, add (office.md 2.9). */
export function AccountPasskeys({ account }: { account: OwnAccount }) {
  const texts = useTexts(staffTexts);
  const state = useFormState('passkey-add');
  return (
    <Section id="passkeys" title={texts.passkeys}>
      <p>{texts.passkeyText}</p>
      {account.passkeys.length === 0 && <p>{texts.noPasskeys}</p>}
      {account.passkeys.map((passkey) => (
        <Passkey key={passkey.id} passkey={passkey} />
      ))}
      <OfficeForm name="passkey-add" state={state} labels={{ passkey_name: texts.passkeyName }}>
        <Field
          name="passkey_name"
          label={texts.passkeyName}
          autoComplete="off"
          defaultValue={state.value('passkey_name')}
          error={state.error('passkey_name')}
        />
        {state.error('passkey') !== undefined && (
          <p className="field__error" id="passkey">
            {state.error('passkey')}
          </p>
        )}
        <PasskeyButton label={texts.addPasskey} kind="create" options={account.passkeySetup} />
        <noscript>
          <p>{texts.needsScripts}</p>
        </noscript>
      </OfficeForm>
    </Section>
  );
}

function Passkey({ passkey }: { passkey: OwnAccount['passkeys'][number] }) {
  const texts = useTexts(staffTexts);
  const moment = useMoment();
  const { id, name, createdAt, usedAt } = passkey;
  const rename = useFormState(`passkey-rename:${id}`);
  const remove = useFormState(`passkey-remove:${id}`);
  const field = `passkey_name_${id}`;
  return (
    <article className="office-card" aria-labelledby={`passkey-${id}`}>
      <h3 id={`passkey-${id}`}>{name}</h3>
      <p>
        {texts.created}: {moment(createdAt)}. {texts.used}:{' '}
        {usedAt === null ? texts.never : moment(usedAt)}.
      </p>
      <OfficeForm name={`passkey-rename:${id}`} state={rename}>
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
      </OfficeForm>
      <OfficeForm name={`passkey-remove:${id}`} state={remove}>
        <button className="button button--danger" aria-describedby={`passkey-${id}`}>
          {texts.remove}
        </button>
      </OfficeForm>
    </article>
  );
}
