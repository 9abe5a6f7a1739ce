import { useState, type InputHTMLAttributes } from 'react';
import { uiTexts } from '#messages/ui.ts';
import { useTexts } from '../platform/language.tsx';
import { useHydrated } from '../platform/use-hydrated.ts';
import { FieldFrame } from './field.tsx';
import type { FieldOf } from './use-live-errors.ts';
import './field.css';

type Own = 'name' | 'type' | 'className' | 'autoComplete';

interface PasswordFieldProps extends Omit<InputHTMLAttributes<HTMLInputElement>, Own> {
  name: string;
  label: string;
  hint?: string;
  error?: string | undefined;
  autoComplete: 'current-password' | 'new-password';
}

/** A password that can be pasted, filled in by a password manager, and, with scripts, shown while it is typed. */
export function PasswordField({ name, label, hint, error, ...input }: PasswordFieldProps) {
  const [isVisible, setVisible] = useState(false);
  const texts = useTexts(uiTexts);
  const isHydrated = useHydrated();
  const { id = name } = input;
  const frame = { name: id, label, ...(hint ? { hint } : {}), error };
  return (
    <FieldFrame {...frame}>
      {(parts) => (
        <span className="password">
          <input
            {...input}
            {...parts}
            className="field__input"
            name={name}
            type={isVisible ? 'text' : 'password'}
            autoCapitalize="none"
            spellCheck={false}
          />
          {isHydrated && (
            <button
              type="button"
              className="password__eye"
              aria-controls={id}
              onClick={() => setVisible(!isVisible)}
            >
              {isVisible ? texts.hide : texts.show}
              <span className="visually-hidden"> ({label})</span>
            </button>
          )}
        </span>
      )}
    </FieldFrame>
  );
}

interface NewPasswordFieldsProps {
  field: FieldOf<'password' | 'password_confirmation'>;
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
