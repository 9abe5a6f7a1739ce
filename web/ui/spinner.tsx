import { platformTexts } from '#messages/platform.ts';
import { useTexts } from '../platform/language.ts';

interface SpinnerProps {
  /** "Lädt" by default. */
  label?: string;
  /** Fills the space of a page that is loading. */
  page?: boolean;
  slow?: boolean;
}

/** Loading: one ridge line drawn back and forth, with a word. */
export function Spinner({ label, page, slow }: SpinnerProps) {
  const texts = useTexts(platformTexts);
  const look = ['spinner', page && 'spinner--page', slow && 'spinner--slow'].filter(Boolean);
  return (
    <output className={look.join(' ')}>
      <svg viewBox="0 0 120 40" aria-hidden="true">
        <path pathLength="100" d="M0 36H22L42 8L53 22L62 14L84 36H120" />
      </svg>
      <span>{label ?? texts.loading}</span>
    </output>
  );
}
