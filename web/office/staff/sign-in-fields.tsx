import { staffTexts } from '#messages/office/staff.ts';
import { Field } from '../../ui/field.tsx';
import { useTexts } from '../platform/use-frame.ts';

/** The two factors: password, and a code of the app or a recovery code. */
export function SignInFields({ codeHint }: { codeHint: string }) {
  const texts = useTexts(staffTexts);
  return (
    <>
      <Field
        name="password"
        label={texts.password}
        type="password"
        autoComplete="current-password"
      />
      <Field
        name="code"
        label={texts.code}
        hint={codeHint}
        autoComplete="one-time-code"
        autoCapitalize="characters"
        spellCheck={false}
      />
    </>
  );
}
