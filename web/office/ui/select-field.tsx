import { FieldFrame } from '../../ui/field.tsx';

interface SelectFieldProps {
  name: string;
  label: string;
  /** Value and text of each choice, in sequence. */
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
