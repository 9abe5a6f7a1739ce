import { BreakableText } from './breakable-text.tsx';
import { useMoment } from './use-moment.ts';

/** A moment in a cell, which breaks between date and time at most. */
export function Moment({ at }: { at: string }) {
  const moment = useMoment();
  return (
    <time dateTime={at}>
      <BreakableText text={moment(at)} isShort />
    </time>
  );
}
