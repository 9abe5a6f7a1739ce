import type { ReactNode } from 'react';
import { platformTexts } from '#messages/platform.ts';
import { useTexts } from '../platform/language.tsx';
import { AlertBox } from './alert-box.tsx';
import { Button } from './button.tsx';
import { SlowNote } from './spinner.tsx';
import type { SubmissionState } from './use-submission.ts';
import './field.css';

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
