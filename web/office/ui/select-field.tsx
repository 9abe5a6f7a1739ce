import { FieldFrame } from '../../forms/fields.tsx';

interface SelectFieldProps {
  name: string;
  label: string;
  /** Value and text of each choice, in order. */
  options: readonly (readonly [value: string, text: string])[];
  defaultValue?: string;
  hint?: string;
  error?: string | undefined;
}

/** A choice of one of several. */
export function SelectField({ name, label, options, defaultValue, hint, error }: SelectFieldProps) {
  return (
    <FieldFrame name={name} label={label} error={error} {...(hint ? { hint } : {})}>
      {(parts) => (
        <select className="field__input" {...parts} name={name} defaultValue={defaultValue}>
          {options.map(([value, text]) => (
            <option key={value} value={value}>
              {text}
            </option>
          ))}
        </select>
      )}
    </FieldFrame>
  );
}

interface CheckboxFieldProps {
  name: string;
  label: string;
  hint?: string;
  error?: string | undefined;
  defaultChecked?: boolean;
}

/** A checkbox; its error stands above it, its hint below, and both are read with it. */
export function CheckboxField({ name, label, hint, error, defaultChecked }: CheckboxFieldProps) {
  const described = [error && `${name}-error`, hint && `${name}-hint`].filter(Boolean).join(' ');
  return (
    <div className="field">
      {error && (
        <span className="field__error" id={`${name}-error`}>
          {error}
        </span>
      )}
      <label className="office-checkbox">
        <input
          type="checkbox"
          id={name}
          name={name}
          value="yes"
          defaultChecked={defaultChecked}
          {...(error ? { 'aria-invalid': true } : {})}
          {...(described ? { 'aria-describedby': described } : {})}
        />
        {label}
      </label>
      {hint && (
        <span className="field__hint" id={`${name}-hint`}>
          {hint}
        </span>
      )}
    </div>
  );
}
