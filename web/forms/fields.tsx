import './field.css';
import {
  useState,
  useLayoutEffect,
  useRef,
  type InputHTMLAttributes,
  type ReactNode,
  type TextareaHTMLAttributes,
  type RefObject,
} from 'react';
import { uiTexts } from '#messages/ui.ts';
import { useTexts } from '../platform/language.tsx';
import { useHydrated } from '../platform/use-hydrated.ts';
import { useBrowserValue } from '../platform/store.ts';

interface FieldProps {
  /** Also the id, so that the error summary can link to it. */
  name: string;
  label: string;
  hint?: ReactNode;
  error?: string | undefined;
}

interface ControlProps {
  id: string;
  'aria-describedby'?: string;
  'aria-invalid'?: true;
}

interface FieldFrameProps extends FieldProps {
  children: (control: ControlProps) => ReactNode;
}

/** Label, hint and error of one control; the error stands above the control and is read with it. */
export function FieldFrame({ name, label, hint, error, children }: FieldFrameProps) {
  const described = [hint && `${name}-hint`, error && `${name}-error`].filter(Boolean).join(' ');
  const control: ControlProps = {
    id: name,
    ...(described ? { 'aria-describedby': described } : {}),
    ...(error ? { 'aria-invalid': true } : {}),
  };
  return (
    <div className="field">
      <label className="field__label" htmlFor={name}>
        {label}
      </label>
      {hint && (
        <span className="field__hint" id={`${name}-hint`}>
          {hint}
        </span>
      )}
      {error && (
        <span className="field__error" id={`${name}-error`}>
          {error}
        </span>
      )}
      {children(control)}
    </div>
  );
}

type InputProps = FieldProps & Omit<InputHTMLAttributes<HTMLInputElement>, keyof FieldProps>;

/** A one-line field. Give `type`, `autoComplete` and `inputMode` as design.md 2 lists them. */
export function Field({ name, label, hint, error, ...rest }: InputProps) {
  const frame = { name, label, ...(hint ? { hint } : {}), error };
  return (
    <FieldFrame {...frame}>
      {(control) => (
        <input className="field__input" type="text" {...rest} {...control} name={name} />
      )}
    </FieldFrame>
  );
}

type AreaProps = FieldProps &
  Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, keyof FieldProps> & { defaultValue?: string };

/** A field of several lines. */
export function TextArea({ name, label, hint, error, defaultValue, ...rest }: AreaProps) {
  const frame = { name, label, ...(hint ? { hint } : {}), error };
  const text = useTypedText(name, defaultValue);
  return (
    <FieldFrame {...frame}>
      {(control) => (
        <textarea className="field__input" rows={8} {...rest} {...control} {...text} name={name} />
      )}
    </FieldFrame>
  );
}

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

type PasswordProps = { name: string; error: string | undefined; autoFocus: boolean };

interface NewPasswordFieldsProps {
  /** What to spread on each (use-form.ts). */
  field: (name: 'password' | 'password_confirmation') => PasswordProps;
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

interface TextAreaText {
  ref: RefObject<HTMLTextAreaElement | null>;
  defaultValue: string | undefined;
}

/** The text of an area before hydration; the selection if the area has the focus. */
interface TypedText {
  text: string;
  selection: [start: number, end: number] | null;
}

/**
 * The props of a text area that keeps text and selection from before hydration: React 19 writes the default
 * text over it (`initTextarea` in react-dom), for text areas only.
 */
export function useTypedText(id: string, defaultText: string | undefined): TextAreaText {
  const ref = useRef<HTMLTextAreaElement>(null);
  const isHydrated = useBrowserValue(() => true, false);
  const [typed] = useState(() => (isHydrated ? null : findTypedText(id)));
  useLayoutEffect(() => {
    if (typed?.selection) ref.current?.setSelectionRange(...typed.selection);
  }, [typed]);
  return { ref, defaultValue: isHydrated ? defaultText : (typed?.text ?? defaultText) };
}

function findTypedText(id: string): TypedText | null {
  if (typeof document === 'undefined') return null;
  const area = document.getElementById(id);
  if (!(area instanceof HTMLTextAreaElement)) return null;
  const isFocused = document.activeElement === area;
  return {
    text: area.value,
    selection: isFocused ? [area.selectionStart, area.selectionEnd] : null,
  };
}
