import { uiTexts } from '#messages/ui.ts';
import { useTexts } from '../platform/language.tsx';
import './field.css';

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
