import type { InputHTMLAttributes, ReactNode, TextareaHTMLAttributes } from 'react';
import { useTypedText } from './use-typed-text.ts';
import './field.css';

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
