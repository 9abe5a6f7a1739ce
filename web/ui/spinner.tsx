import { useEffect, useState } from 'react';
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

/** Says so, politely, when something takes longer than people expect. */
export function SlowNote({ busy }: { busy: boolean }) {
  const { takesLonger } = useTexts(platformTexts);
  return <output className="small">{useTakesLong(busy) && takesLonger}</output>;
}

/** Longer than people expect. */
const SLOW_MS = 4000;

/** Whether something has been busy for longer than `ms`. */
export function useTakesLong(isBusy: boolean, ms = SLOW_MS): boolean {
  const [isLong, setLong] = useState(false);
  if (isLong && !isBusy) setLong(false);
  useEffect(() => {
    if (!isBusy) return;
    const timer = setTimeout(() => setLong(true), ms);
    return () => clearTimeout(timer);
  }, [isBusy, ms]);
  return isLong;
}
