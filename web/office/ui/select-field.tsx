import { FieldFrame } from '../../ui/field.tsx';

interface SelectFieldProps {
  name: string;
  label: string;
  hint?: string;
  error?: string | undefined;
  defaultValue: string;
  options: { value: string; label: string }[];
}

/** A choice of one of several values. */
export function SelectField({ options, defaultValue, ...field }: SelectFieldProps) {
  return (
    <FieldFrame {...field}>
      {(parts) => (
        <select className="field__input" name={field.name} defaultValue={defaultValue} {...parts}>
          {options.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
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
  error?: string | undefined;
  defaultChecked?: boolean;
}

/** A checkbox; its error stands above it and is read with it. */
export function CheckboxField({ name, label, error, defaultChecked }: CheckboxFieldProps) {
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
          {...(error ? { 'aria-invalid': true, 'aria-describedby': `${name}-error` } : {})}
        />
        {label}
      </label>
    </div>
  );
}
