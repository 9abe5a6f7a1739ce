import { useEffect, useState } from 'react';
import { useNavigation } from 'react-router';
import { platformTexts } from '#messages/platform.ts';
import { useTexts } from '../platform/language.ts';
import { Spinner } from '../ui/spinner.tsx';

/** A faster navigation needs no message, in milliseconds. */
const SHOW_MS = 500;
/** Longer than people expect. */
const SLOW_MS = 4000;

/** Shows that the next page is loading: the ridge line, while the current page is still shown. */
export function PendingNavigation() {
  const { takesLonger } = useTexts(platformTexts);
  const { location: coming } = useNavigation();
  const pending = coming !== undefined;
  const [phase, setPhase] = useState<'quick' | 'shown' | 'slow'>('quick');
  useEffect(() => {
    if (!pending) return;
    const show = setTimeout(() => setPhase('shown'), SHOW_MS);
    const slow = setTimeout(() => setPhase('slow'), SLOW_MS);
    return () => {
      clearTimeout(show);
      clearTimeout(slow);
      setPhase('quick');
    };
  }, [pending]);
  if (!pending || phase === 'quick') return null;
  return (
    <div className="pending">
      <Spinner {...(phase === 'slow' ? { label: takesLonger } : {})} />
    </div>
  );
}
