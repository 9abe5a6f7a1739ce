import { useEffect, useState, type FormEvent, type ReactNode } from 'react';
import { useActionData, useLocation } from 'react-router';
import type { OfficeProblem } from '#contract/office/office.ts';
import { formTexts } from '#messages/office/forms.ts';
import { focusField } from '../../forms/form.tsx';
import { useFrame } from '../platform/use-frame.ts';
import { useTexts } from '../../platform/language.tsx';
import { readShownValues, type FormEntries } from '#contract/office/forms.ts';

/** The data of an action whose command failed. */
export interface FailedForm {
  /** The form's name; pages have several. */
  form: string;
  entries: FormEntries;
  problem: OfficeProblem;
}

/** The entries typed before, which a form shows again, and their errors. */
export interface FormState {
  /** The first value of a field; `fallback` before anything was typed. */
  value: (name: string, fallback?: string) => string;
  /** All values of a field, such as ticked checkboxes; `fallback` before anything was typed. */
  values: (name: string, fallback?: string[]) => string[];
  error: (name: string) => string | undefined;
  problem: OfficeProblem | null;
  /** Whether the form shows previous entries, so that it must not be folded. */
  isShown: boolean;
}

/** What failed, until the next form is sent: a response that is a file leaves the page as it is. */
function useProblem(): { failed: FailedForm | undefined; problem: OfficeProblem | null } {
  const failed = useActionData<FailedForm | undefined>();
  const [isSent, setIsSent] = useState(false);
  useEffect(() => {
    const onSubmit = () => setIsSent(true);
    document.addEventListener('submit', onSubmit);
    return () => document.removeEventListener('submit', onSubmit);
  }, []);
  return { failed, problem: isSent ? null : (failed?.problem ?? null) };
}

/** The state of the form with this name: after an action that failed, or with entries stored while signing in. */
export function useFormState(form: string): FormState {
  const { failed, problem: lastProblem } = useProblem();
  const { savedEntries } = useFrame();
  const isFailed = failed?.form === form;
  const isSaved = savedEntries !== null && (savedEntries['form']?.[0] ?? '') === form;
  const entries = isFailed ? failed.entries : isSaved ? savedEntries : null;
  const problem = isFailed ? lastProblem : null;
  return {
    value: (name, fallback = '') => (entries === null ? fallback : (entries[name]?.[0] ?? '')),
    values: (name, fallback = []) => (entries === null ? fallback : (entries[name] ?? [])),
    error: (name) => problem?.errors[name],
    problem,
    isShown: entries !== null,
  };
}

interface OfficeFormProps {
  /** Distinguishes the forms of a page, and is sent with it. */
  name: string;
  state: FormState;
  /** The labels of its fields by name, for the list of errors; errors that name their field need none. */
  labels?: Record<string, string>;
  children: ReactNode;
  className?: string;
  /** Defaults to the page itself. */
  action?: string;
  /** Whether success is a download, which leaves this page open: the form is emptied once it is sent. */
  isForFile?: boolean;
}

/** The browser reads the entries after the event. */
const resetOnceSent = ({ currentTarget }: FormEvent<HTMLFormElement>): void => {
  setTimeout(() => currentTarget.reset());
};

/** A form that posts to its page: its token, its errors at the top, its fields. */
export function OfficeForm({
  name,
  state,
  labels,
  children,
  className,
  action,
  isForFile = false,
}: OfficeFormProps) {
  const { pathname, search } = useLocation();
  return (
    <>
      <FormErrors problem={state.problem} labels={labels} />
      <form
        method="post"
        noValidate
        className={className ?? 'form office-form'}
        // without the fragment of a link to a field, which would take the focus from the errors
        action={action ?? `${pathname}${search}`}
        onSubmit={isForFile ? resetOnceSent : undefined}
      >
        <FormToken />
        <input type="hidden" name="form" value={name} />
        {children}
      </form>
    </>
  );
}

/** Makes a form that is sent twice take effect once. */
export function FormToken() {
  const { formToken } = useFrame();
  return <input type="hidden" name="token" value={formToken} autoComplete="off" />;
}

/** Why a command was refused, at the top of its page: its form may be gone (office.md 1, HTTP). It takes the focus. */
export function ProblemMessage() {
  const message = useProblem().problem?.message;
  if (message === undefined) return null;
  return (
    // oxlint-disable-next-line jsx-a11y/no-autofocus -- the response to a form takes the focus (office.md 13.1)
    <div className="alert alert--danger alert--inline" role="alert" tabIndex={-1} autoFocus>
      <p>{message}</p>
    </div>
  );
}

interface FormErrorsProps {
  problem: OfficeProblem | null;
  labels?: Record<string, string> | undefined;
}

/** The list of errors with links to the fields; it takes the focus. */
export function FormErrors({ problem, labels = {} }: FormErrorsProps) {
  const texts = useTexts(formTexts);
  const errors = Object.entries(problem?.errors ?? {});
  if (errors.length === 0) return null;
  return (
    <section
      className="error-summary"
      aria-labelledby="errors-title"
      tabIndex={-1}
      // oxlint-disable-next-line jsx-a11y/no-autofocus -- as above
      autoFocus
    >
      <h2 className="error-summary__title" id="errors-title">
        {texts.errors}
      </h2>
      <ul>
        {errors.map(([name, message]) => (
          <li key={name}>
            <a href={`#${name}`} onClick={(event) => focusField(event, name)}>
              {labels[name] === undefined ? message : `${labels[name]}: ${message}`}
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The label of an optional field. */
export function useOptional(): (label: string) => string {
  const { optional } = useTexts(formTexts);
  return (label) => optional({ label });
}

/** The state of a form that changes stored values; `shown` is for its hidden field of this name. */
export interface StoredState extends FormState {
  shown: string;
}

/**
 * The state of a form that shows these stored values and sends them along: its command changes only what differs from
 * them (server/operations/entries.ts). Refused because somebody else has changed the same field, it shows what
 * is stored by now, except for what was typed, and may be sent again.
 */
export function useStoredState(form: string, stored: Record<string, string>): StoredState {
  const state = useFormState(form);
  const before = readShownValues(state.value('shown'));
  const isRefused = state.problem?.status === 409;
  return {
    ...state,
    value(name) {
      const [entry] = state.values(name);
      const isUntouched = isRefused && entry === before[name];
      return entry === undefined || isUntouched ? (stored[name] ?? '') : entry;
    },
    // an entry that was only mistyped is still compared with what its page showed
    shown: JSON.stringify(isRefused ? stored : { ...stored, ...before }),
  };
}
