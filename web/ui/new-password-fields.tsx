import { PasswordField } from './password-field.tsx';

interface NewPasswordFieldsProps {
  /** Name, error and focus of a field (use-live-errors.ts). */
  field: (name: 'password' | 'password_confirmation') => {
    name: string;
    error: string | undefined;
    autoFocus: boolean;
  };
  label: string;
  hint: string;
  repeatLabel: string;
}

/** A new password, entered twice. */
export function NewPasswordFields({ field, label, hint, repeatLabel }: NewPasswordFieldsProps) {
  return (
    <>
      <PasswordField {...field('password')} label={label} hint={hint} autoComplete="new-password" />
      <PasswordField
        {...field('password_confirmation')}
        label={repeatLabel}
        autoComplete="new-password"
      />
    </>
  );
}
