import type { OwnAccount } from '#contract/office/staff-queries.ts';
import { staffTexts } from '#messages/office/staff.ts';
import { Field } from '../../ui/field.tsx';
import { useTexts } from '../platform/use-frame.ts';
import { OfficeForm, useFormState } from '../ui/office-form.tsx';
import { Section } from '../ui/section.tsx';
import { NewKey } from './new-key.tsx';
import { StaffPasswordFields } from './staff-password-fields.tsx';

/** New password, new one-time key, new recovery codes (office.md 2.9). */
export function AccountCredentials({ account }: { account: OwnAccount }) {
  const texts = useTexts(staffTexts);
  const password = useFormState('password');
  const key = useFormState('one-time-key');
  const codes = useFormState('recovery-codes');
  return (
    <>
      <Section id="new-password" title={texts.newPassword}>
        <OfficeForm
          name="password"
          state={password}
          labels={{ password: texts.password, password_repeat: texts.passwordRepeat }}
        >
          <StaffPasswordFields state={password} />
          <button className="button button--primary">{texts.setPassword}</button>
        </OfficeForm>
      </Section>
      <Section id="new-key" title={texts.newKey}>
        {account.newKey === null ? (
          <a href="/office/confirm-identity?to=%2Foffice%2Faccount" className="button button--line">
            {texts.showKey}
          </a>
        ) : (
          <OfficeForm name="one-time-key" state={key} labels={{ code: texts.code }}>
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
        )}
      </Section>
      <Section id="new-codes" title={texts.newCodes}>
        <p>{texts.codesLeft({ count: account.recoveryCodesLeft })}</p>
        <OfficeForm name="recovery-codes" state={codes}>
          <button className="button button--line">{texts.makeCodes}</button>
        </OfficeForm>
      </Section>
    </>
  );
}
