import './field.css';
import { uiTexts } from '#messages/ui.ts';
import { useTexts } from '../platform/language.tsx';
import type { ReactNode } from 'react';
import { platformTexts } from '#messages/platform.ts';
import { AlertBox } from '../ui/alert-box.tsx';
import { Button } from '../ui/button.tsx';
import { SlowNote } from '../ui/spinner.tsx';
import { useLocation, type FormProps } from 'react-router';
import type { ComponentType, FormEvent } from 'react';
import { useFormFrame, type FormState } from './use-form.ts';

interface ErrorSummaryProps {
  /** Field name (its id) → message, in the order of the fields. */
  errors: Partial<Record<string, string>>;
  labels?: Partial<Record<string, string>> | undefined;
  /** Ids by field, where they are not the names. */
  ids?: Record<string, string> | undefined;
  /** A single error stands at its field alone. */
  min?: number;
}

/** Above a form with errors: each leads to its field; takes the focus (use-form.ts gives it). */
export function ErrorSummary({ errors, labels = {}, ids = {}, min = 2 }: ErrorSummaryProps) {
  const { errorSummary } = useTexts(uiTexts);
  const list = Object.entries(errors).filter(([, message]) => message);
  if (list.length < min) return null;
  return (
    <section
      className="error-summary"
      id="error-summary"
      aria-labelledby="error-summary-title"
      tabIndex={-1}
      // oxlint-disable-next-line jsx-a11y/no-autofocus -- a page rendered with errors focuses them
      autoFocus
    >
      <h2 className="error-summary__title" id="error-summary-title">
        {errorSummary}
      </h2>
      <ul>
        {list.map(([name, message]) => (
          <li key={name}>
            <a
              href={`#${ids[name] ?? name}`}
              onClick={(event) => focusField(event, ids[name] ?? name)}
            >
              {joinLabel(labels[name], message)}
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** "Email: …", and of a question "How many? …". */
const joinLabel = (label: string | undefined, message = ''): string =>
  label === undefined ? message : `${label}${label.endsWith('?') ? '' : ':'} ${message}`;

/**
 * Focuses instead of following the link, so that the address keeps its query and the router does not navigate, which
 * would drop the errors and entries of the form.
 */
export function focusField(event: React.MouseEvent, name: string): void {
  event.preventDefault();
  document.getElementById(name)?.focus();
}

/** Of a form: whether it is being sent, and why it was refused. */
type SubmissionState = Pick<FormState, 'isBusy' | 'failure' | 'isLost'>;

interface SubmitRowProps {
  form: SubmissionState;
  label: string;
  /** The label while the form is being sent. */
  busyLabel: string;
  /** The title above the reason of a failure. */
  failureTitle?: string;
  /** Whether there is nothing to send. */
  disabled?: boolean;
  wide?: boolean;
  /** Further buttons, and the result. */
  children?: ReactNode;
}

/** The end of a form: the reason of a failure, its button, and a note when it takes long. */
export function SubmitRow(props: SubmitRowProps) {
  const { form, label, busyLabel, failureTitle, disabled, wide, children } = props;
  const { retry } = useTexts(platformTexts);
  const title = failureTitle === undefined ? {} : { title: failureTitle };
  const shown = form.isLost ? retry : label;
  return (
    <div className="submit-row">
      {form.failure !== '' && (
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- scrolls a page rendered with a failure to it
        <div tabIndex={-1} autoFocus>
          <AlertBox kind="danger" {...title}>
            {form.failure}
          </AlertBox>
        </div>
      )}
      <div className="button-row">
        <Button
          type="submit"
          disabled={disabled}
          aria-disabled={form.isBusy || undefined}
          {...(wide ? { wide } : {})}
        >
          {form.isBusy ? busyLabel : shown}
        </Button>
        {children}
      </div>
      <SlowNote busy={form.isBusy} />
    </div>
  );
}

interface FormShellProps<Name extends string> extends Omit<FormProps, 'method' | 'ref'> {
  form: FormState<Name>;
  /** Labels by field, for the list of errors; messages that name their field need none. */
  labels?: Partial<Record<string, string>>;
  /** Ids by field, where they are not the names. */
  ids?: Record<string, string>;
  /** The field whose error only asks for confirmation: nothing is wrong. */
  confirms?: Name;
  /** Whether success is a download, which leaves this page open: the form is emptied once it is sent. */
  isForFile?: boolean;
}

/** The element of a form: its name and token, then the list of its errors and its fields. It posts to its page. */
export function FormShell<Name extends string>(props: FormShellProps<Name>) {
  const { form, labels, ids, confirms, isForFile, children, onInput, onSubmit, ...rest } = props;
  const { pathname, search } = useLocation();
  const { isOffice } = form.frame;
  const Form = form.Form as ComponentType<FormProps>;
  const question = confirms && form.errors[confirms];
  return (
    <Form
      className={isOffice ? 'form office-form' : 'form'}
      // without the fragment of a link to a field, which would take the focus from the errors
      action={`${pathname}${search}`}
      preventScrollReset
      {...(isOffice ? { reloadDocument: true } : {})}
      {...rest}
      {...form.props}
      noValidate={rest.noValidate ?? true}
      method="post"
      onInput={(event) => {
        form.props.onInput(event);
        onInput?.(event);
      }}
      onSubmit={(event) => {
        onSubmit?.(event);
        if (event.defaultPrevented) return;
        form.props.onSubmit(event);
        if (isForFile) resetOnceSent(event);
      }}
    >
      <input type="hidden" name="form" value={form.name} />
      <FormToken />
      {question ? (
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the response to a form takes the focus (office.md 13.1)
        <div tabIndex={-1} autoFocus>
          <AlertBox kind="info">{question}</AlertBox>
        </div>
      ) : (
        <ErrorSummary errors={form.errors} labels={labels} ids={ids} min={isOffice ? 1 : 2} />
      )}
      {children}
    </Form>
  );
}

/** Makes a form that is sent twice take effect once. On the way back, it is not restored: it was used. */
export function FormToken() {
  const { token } = useFormFrame();
  return <input type="hidden" name="token" defaultValue={token} autoComplete="off" />;
}

/** The browser reads the entries after the event. */
const resetOnceSent = ({ currentTarget }: FormEvent<HTMLFormElement>): void => {
  setTimeout(() => currentTarget.reset());
};
