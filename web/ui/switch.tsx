import './choice.css';

interface SwitchProps {
  name: string;
  label: string;
  text?: string;
  /** The initial state. */
  defaultChecked: boolean;
  /** Why it cannot be switched on; disables it and is read with it. */
  reason?: string;
}

/** An on/off choice inside a fieldset; nothing is saved until the form is sent. */
export function Switch({ name, label, text, defaultChecked, reason }: SwitchProps) {
  const described = text || reason ? `${name}-text` : undefined;
  return (
    <label className="switch">
      <span className="switch__label" id={`${name}-label`}>
        {label}
      </span>
      <input
        type="checkbox"
        // oxlint-disable-next-line jsx-a11y/role-has-required-aria-props -- the checkbox itself says its state
        role="switch"
        id={name}
        name={name}
        defaultChecked={defaultChecked}
        disabled={reason !== undefined}
        aria-labelledby={`${name}-label`}
        aria-describedby={described}
      />
      {described && (
        <span className="switch__text" id={`${name}-text`}>
          {[text, reason].filter(Boolean).join(' ')}
        </span>
      )}
    </label>
  );
}
