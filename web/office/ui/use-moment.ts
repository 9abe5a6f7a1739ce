import { formatDate, formatTime } from '#contract/format.ts';
import { useLanguage } from '../platform/use-frame.ts';

/** Formats a moment with date and time in the reader's language; null is ''. */
export function useMoment(): (when: string | null) => string {
  const language = useLanguage();
  return (when) =>
    when === null ? '' : `${formatDate(when, language)}, ${formatTime(when, language)}`;
}
