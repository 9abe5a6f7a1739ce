import { useEffect, useState } from 'react';

type Errors<Name extends string> = Partial<Record<Name, string>>;

export interface FormErrors<Name extends string> {
  /** What to show now: nothing before the first attempt, then live (design.md 2). */
  errors: Errors<Name>;
  /** On submit: true when the form is good; else shows the errors and moves the focus. */
  attempt: () => boolean;
  /** Shows what the server refused; each message goes when its field changes. */
  refuse: (fields: Partial<Record<string, string>>) => void;
  /** Forgets the attempt, e.g. after a successful save. */
  reset: () => void;
}

/**
 * Validation on submit, then live repair: after a failed attempt every field is checked again at
 * each change and cleared at once. With one error focus goes to the field, from two on to the summary.
 */
export function useFormErrors<Name extends string>(
  values: Record<Name, string>,
  validate: (values: Record<Name, string>) => Errors<Name>,
): FormErrors<Name> {
  const [attempts, setAttempts] = useState(0);
  const [refused, setRefused] = useState<{ fields: Errors<Name>; values: Record<Name, string> }>();
  const errors = attempts > 0 ? { ...stillRefused(refused, values), ...validate(values) } : {};

  useEffect(() => {
    if (attempts > 0) focusErrors();
  }, [attempts]);

  return {
    errors,
    attempt() {
      const good = Object.values(validate(values)).every((message) => !message);
      setRefused(undefined);
      setAttempts((count) => (good ? 0 : count + 1));
      return good;
    },
    refuse(fields) {
      setRefused({ fields, values });
      setAttempts((count) => count + 1);
    },
    reset() {
      setRefused(undefined);
      setAttempts(0);
    },
  };
}

/** The server's refusals of fields whose value has not changed since. */
function stillRefused<Name extends string>(
  refused: { fields: Errors<Name>; values: Record<Name, string> } | undefined,
  values: Record<Name, string>,
): Errors<Name> {
  if (!refused) return {};
  const names = Object.keys(refused.fields) as Name[];
  const same = names.filter((name) => refused.values[name] === values[name]);
  return Object.fromEntries(same.map((name) => [name, refused.fields[name]])) as Errors<Name>;
}

/** The summary, from two errors on, else the one broken field. */
export function focusErrors(): void {
  const summary = document.getElementById('error-summary');
  const field = document.querySelector<HTMLElement>('main [aria-invalid="true"]');
  (summary ?? field)?.focus();
}
