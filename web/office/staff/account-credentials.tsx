import type { OwnAccount } from '#contract/office/staff-queries.ts';
import { staffTexts } from '#messages/office/staff.ts';
import { Field } from '../../ui/field.tsx';
import { useTexts } from '../platform/use-frame.ts';
import { OfficeForm, useFormState } from '../ui/office-form.tsx';
import { NewKey } from './new-key.tsx';

/** New password, new one-time key, new recovery codes (office.md 2.9). */
export function AccountCredentials({ account }: { account: OwnAccount }) {
  const texts = useTexts(staffTexts);
  const password = useFormState('password');
  const key = useFormState('one-time-key');
  const codes = useFormState('recovery-codes');
  return (
    <>
      <section className="office-section" aria-labelledby="new-password">
        <h2 id="new-password">{texts.newPassword}</h2>
        <OfficeForm name="password" state={password}>
          <Field
            name="password"
            label={texts.password}
            hint={texts.passwordHint}
            type="password"
            autoComplete="new-password"
            error={password.error('password')}
          />
          <Field
            name="password_repeat"
            label={texts.passwordRepeat}
            type="password"
            autoComplete="new-password"
            error={password.error('password_repeat')}
          />
          <button className="button button--primary">{texts.setPassword}</button>
        </OfficeForm>
      </section>
      <section className="office-section" aria-labelledby="new-key">
        <h2 id="new-key">{texts.newKey}</h2>
        <OfficeForm name="one-time-key" state={key}>
          <NewKey newKey={account.newKey} />
          <Field
            name="code"
            label={texts.code}
            inputMode="numeric"
            autoComplete="one-time-code"
            error={key.error('code')}
          />
          <button className="button button--primary">{texts.setKey}</button>
        </OfficeForm>
      </section>
      <section className="office-section" aria-labelledby="new-codes">
        <h2 id="new-codes">{texts.newCodes}</h2>
        <p>{texts.codesLeft({ count: account.recoveryCodesLeft })}</p>
        <OfficeForm name="recovery-codes" state={codes}>
          <button className="button button--line">{texts.makeCodes}</button>
        </OfficeForm>
      </section>
    </>
  );
}
