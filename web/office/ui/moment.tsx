import { formatDate, formatTime } from '#contract/format.ts';
import { useLanguage } from '../platform/use-frame.ts';
import { BreakableText } from './breakable-text.tsx';

/** Formats a moment with date and time in the reader's language; null is ''. */
export function useMoment(): (when: string | null) => string {
  const language = useLanguage();
  return (when) =>
    when === null ? '' : `${formatDate(when, language)}, ${formatTime(when, language)}`;
}

/** A moment in a cell, which breaks between date and time at most. */
export function Moment({ at }: { at: string }) {
  const moment = useMoment();
  return (
    <time dateTime={at}>
      <BreakableText text={moment(at)} isShort />
    </time>
  );
}
