import { useNavigation } from 'react-router';
import { platformTexts } from '#messages/platform.ts';
import { useTexts } from '../platform/language.ts';
import { Spinner, useTakesLong } from '../ui/spinner.tsx';

/** A faster navigation needs no message, in milliseconds. */
const SHOW_MS = 500;

/** Shows that the next page is loading: the ridge line, while the current page is still shown. */
export function PendingNavigation() {
  const { takesLonger } = useTexts(platformTexts);
  const pending = useNavigation().location !== undefined;
  const isShown = useTakesLong(pending, SHOW_MS);
  const isSlow = useTakesLong(pending);
  if (!isShown) return null;
  return (
    <div className="pending">
      <Spinner {...(isSlow ? { label: takesLonger } : {})} />
    </div>
  );
}
