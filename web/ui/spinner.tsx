import { platformTexts } from '#messages/platform.ts';
import { useTexts } from '../platform/language.ts';

interface SpinnerProps {
  /** "Lädt" by default. */
  label?: string;
  slow?: boolean;
}

/** Loading: one ridge line drawn back and forth, with a word. */
export function Spinner({ label, slow }: SpinnerProps) {
  const texts = useTexts(platformTexts);
  return (
    <output className={slow ? 'spinner spinner--slow' : 'spinner'}>
      <svg viewBox="0 0 120 40" aria-hidden="true">
        <path pathLength="100" d="M0 36H22L42 8L53 22L62 14L84 36H120" />
      </svg>
      <span>{label ?? texts.loading}</span>
    </output>
  );
}
