import { tieNumbers } from '#contract/programme-typography.ts';

/** A key would break across lines: "g-Moll" at its hyphen, "B flat major" at its spaces. */
const KEY = /(\b[A-Ha-h](?:is|es|s)?-(?:Dur|Moll)\b|\b[A-H](?: flat| sharp)? (?:major|minor)\b)/;

/** The title of a work, its numbers and its key never broken apart. */
export function TiedTitle({ title }: { title: string }) {
  return tieNumbers(title)
    .split(KEY)
    .map((part, index) =>
      index % 2 === 0 ? (
        part
      ) : (
        <span key={part} className="tied">
          {part}
        </span>
      ),
    );
}
