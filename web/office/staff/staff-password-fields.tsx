import { staffTexts } from '#messages/office/staff.ts';
import { Field } from '../../ui/field.tsx';
import { useTexts } from '../platform/use-frame.ts';
import type { FormState } from '../ui/office-form.tsx';

/** A new password, entered twice. */
export function StaffPasswordFields({ state }: { state: FormState }) {
  const texts = useTexts(staffTexts);
  return (
    <>
      <Field
        name="password"
        label={texts.password}
        hint={texts.passwordHint}
        type="password"
        autoComplete="new-password"
        error={state.error('password')}
      />
      <Field
        name="password_repeat"
        label={texts.passwordRepeat}
        type="password"
        autoComplete="new-password"
        error={state.error('password_repeat')}
      />
    </>
  );
}
