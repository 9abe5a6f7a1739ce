import { FieldFrame } from '../../ui/field.tsx';

interface SelectFieldProps {
  name: string;
  label: string;
  value: string;
  options: { value: string; label: string }[];
  hint?: string;
  error?: string | undefined;
}

/** A choice of one from a list. */
export function SelectField({ name, label, value, options, hint, error }: SelectFieldProps) {
  return (
    <FieldFrame name={name} label={label} {...(hint === undefined ? {} : { hint })} error={error}>
      {(parts) => (
        <select className="field__input" name={name} defaultValue={value} {...parts}>
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
      )}
    </FieldFrame>
  );
}
