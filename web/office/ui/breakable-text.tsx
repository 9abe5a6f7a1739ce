import { Fragment, type ReactNode } from 'react';
import { formatDate, formatTime } from '#contract/format.ts';
import { useLanguage } from '../../platform/language.tsx';

/** Longer words break after this many characters, if they must. */
const MAX_UNBROKEN_CHARACTERS = 24;

/** An order's number and "E-Mail" do not break at their hyphen. */
const unbroken = /([0-9A-Z]{4}-[0-9A-Z]{4}|E-Mail)/;

/** Pieces of an address or a long word, each with the characters after which it may break; not after a prefix "pi_". */
const pieces = new RegExp(
  `(?:[a-z]{2,3}_[^@./_+-]{1,12}|[^@./_+-]{1,${MAX_UNBROKEN_CHARACTERS}})[@./_+-]*|[@./_+-]+`,
  'gu',
);

interface BreakableTextProps {
  text: string;
  /** Breaks after a comma only: a number, moment or state. */
  isShort?: boolean;
}

/** Text in a narrow place; it breaks where a reader expects it, an e-mail address after "@" and ".". */
export function BreakableText({ text, isShort = false }: BreakableTextProps) {
  return breakText(text, isShort);
}

/** As `BreakableText`: a string or one element if nothing may break. */
export function breakText(text: string, isShort = false): ReactNode {
  if (isShort) return breakAfterCommas(text);
  if (isUnbroken(text) && !unbroken.test(text)) return text;
  return text.split(unbroken).map((part, index) =>
    unbroken.test(part) ? (
      <span key={index} className="office-word">
        {part}
      </span>
    ) : (
      part.split(/(?<=\s)/).map((word, at) => <Word key={`${index} ${at}`} word={word} />)
    ),
  );
}

function breakAfterCommas(text: string): ReactNode {
  const parts = text.split(/(?<=,) /);
  if (parts.length === 1) return <span className="office-word">{text}</span>;
  return parts.map((part, index) => (
    <Fragment key={index}>
      {index > 0 && ' '}
      <span className="office-word">{part}</span>
    </Fragment>
  ));
}

const isUnbroken = (text: string): boolean =>
  text.length <= MAX_UNBROKEN_CHARACTERS && !text.includes('@');

function Word({ word }: { word: string }) {
  if (isUnbroken(word)) return word;
  return (word.match(pieces) ?? []).map((piece, index) => (
    <Fragment key={index}>
      {index > 0 && <wbr />}
      {piece}
    </Fragment>
  ));
}

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
