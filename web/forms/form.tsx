import './field.css';
import { uiTexts } from '#messages/ui.ts';
import { useTexts } from '../platform/language.tsx';
import type { ReactNode } from 'react';
import { platformTexts } from '#messages/platform.ts';
import { AlertBox } from '../ui/alert-box.tsx';
import { Button } from '../ui/button.tsx';
import { SlowNote } from '../ui/spinner.tsx';
import type { SubmissionState } from './use-submission.ts';

interface ErrorSummaryProps {
  /** Field name (its id) → message, in the order of the fields. */
  errors: Partial<Record<string, string>>;
}

/** Above a form with two errors or more; takes the focus (use-live-errors.ts gives it). */
export function ErrorSummary({ errors }: ErrorSummaryProps) {
  const { errorSummary } = useTexts(uiTexts);
  const list = Object.entries(errors).filter(([, message]) => message);
  if (list.length < 2) return null;
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
            <a href={`#${name}`} onClick={(event) => focusField(event, name)}>
              {message}
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}

/**
 * Focuses instead of following the link, so that the address keeps its query and the router does not navigate, which
 * would drop the errors and entries of the form.
 */
export function focusField(event: React.MouseEvent, name: string): void {
  event.preventDefault();
  document.getElementById(name)?.focus();
}

interface SubmitRowProps {
  state: SubmissionState;
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
  const { state, label, busyLabel, failureTitle, disabled, wide, children } = props;
  const { retry } = useTexts(platformTexts);
  const title = failureTitle === undefined ? {} : { title: failureTitle };
  const shown = state.lost ? retry : label;
  return (
    <div className="submit-row">
      {state.failure !== '' && (
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- scrolls a page rendered with a failure to it
        <div tabIndex={-1} autoFocus>
          <AlertBox kind="danger" {...title}>
            {state.failure}
          </AlertBox>
        </div>
      )}
      <div className="button-row">
        <Button
          type="submit"
          disabled={disabled}
          aria-disabled={state.busy || undefined}
          {...(wide ? { wide } : {})}
        >
          {state.busy ? busyLabel : shown}
        </Button>
        {children}
      </div>
      <SlowNote busy={state.busy} />
    </div>
  );
}
