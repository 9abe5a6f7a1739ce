import { bindNumbers } from '#contract/programme-typography.ts';

/**
 * Parts that would break across lines: a key ("g-Moll" at its hyphen, "B flat major" at its spaces) and a short
 * name in quotation marks.
 */
const NO_BREAK =
  /(\b[A-Ha-h](?:is|es|s)?-(?:Dur|Moll)\b|\b[A-H](?: flat| sharp)? (?:major|minor)\b|»[^«]{1,14}«|“[^”]{1,14}”)/;

/** The title of a work; numbers, key and name never break. */
export function NoBreakTitle({ title }: { title: string }) {
  return bindNumbers(title)
    .split(NO_BREAK)
    .map((part, index) =>
      index % 2 === 0 ? (
        part
      ) : (
        <span key={part} className="no-break">
          {part}
        </span>
      ),
    );
}
