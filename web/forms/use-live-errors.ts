import { useEffect, useRef, useState, type FormEvent } from 'react';
import { useRestoredEntries } from './restore-entries.ts';

type Errors<Name extends string> = Partial<Record<Name, string>>;

/** Gives a field's name, error and focus, to spread on it. */
export type FieldOf<Name extends string> = (name: Name) => {
  name: string;
  error: string | undefined;
  autoFocus: boolean;
};

/**
 * Errors of a form of uncontrolled fields: first those of the server, each until its field changes; after the
 * first refused attempt, all fields are checked again as they change. Nothing is reported before that (design.md 2).
 *
 * @param submitted errors by field, of the action's response
 * @param check the rules both sides share; '' or nothing for a good field
 * @returns the errors to show, and what to spread on the form and, by `field(name)`, on each field
 */
export function useLiveErrors<Name extends string>(
  submitted: Errors<Name> | undefined,
  check: (values: Record<Name, string>) => Errors<Name>,
) {
  const form = useRef<HTMLFormElement>(null);
  const [known, setKnown] = useState(submitted);
  const [changed, setChanged] = useState<readonly string[]>([]);
  const [found, setFound] = useState<Errors<Name> | null>(null);
  const [attempts, setAttempts] = useState(0);
  if (known !== submitted) {
    setKnown(submitted);
    setChanged([]);
    setFound(null);
    if (hasErrors(submitted)) setAttempts(attempts + 1);
  }
  const [isSent, setSent] = useState(false);
  useRestoredEntries(isSent);
  useEffect(() => {
    if (attempts > 0) focusErrors();
  }, [attempts]);

  const checkNow = (element: HTMLFormElement): Errors<Name> =>
    check(Object.fromEntries(new FormData(element)) as Record<Name, string>);
  const said = Object.entries<string | undefined>(submitted ?? {});
  const still = Object.fromEntries(said.filter(([name]) => !changed.includes(name)));
  const errors = { ...found, ...still } as Errors<Name>;
  const isOnly = Object.values(errors).filter(Boolean).length === 1;
  return {
    errors,
    hasErrors: hasErrors(errors),
    field: ((name) => ({
      name,
      error: errors[name],
      // without scripts; with several errors the summary has the focus
      autoFocus: isOnly && Boolean(errors[name]),
    })) satisfies FieldOf<Name>,
    props: {
      ref: form,
      noValidate: true,
      onInput({ target, currentTarget }: FormEvent<HTMLFormElement>) {
        const { name } = target as HTMLInputElement;
        setSent(false);
        if (!changed.includes(name)) setChanged([...changed, name]);
        if (found !== null || hasErrors(submitted)) setFound(checkNow(currentTarget));
      },
      onSubmit(event: FormEvent<HTMLFormElement>) {
        const broken = checkNow(event.currentTarget);
        setSent(!hasErrors(broken));
        if (!hasErrors(broken)) return;
        event.preventDefault();
        setFound(broken);
        setAttempts(attempts + 1);
      },
    },
  };
}

const hasErrors = (errors: object | undefined) => Object.values(errors ?? {}).some(Boolean);

/** The summary, from two errors on, otherwise the one broken field. */
function focusErrors(): void {
  const summary = document.getElementById('error-summary');
  const field = document.querySelector<HTMLElement>('main [aria-invalid="true"]');
  (summary ?? field)?.focus();
}
