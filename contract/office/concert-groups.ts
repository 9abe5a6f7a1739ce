// The fieldsets that the forms of a concert repeat, and how single entries are read and written. Pure, for both sides.
import type { FormEntries } from './forms.ts';

/** The fieldsets that a form repeats, with their fields: the first note's German text is `note-1-text_de`. */
export const concertGroups = {
  note: ['type', 'text_de', 'text_en'],
  performer: ['name', 'en', 'instrument'],
  piece: [
    'composer',
    'title_de',
    'title_en',
    'opus',
    'tonality',
    'catalogueNo',
    'lang',
    'movements',
    'playedBy',
    'venue',
    'intervalAfter',
  ],
  type: ['kind', 'price', 'quota', 'maxPerOrder', 'onlyWith', 'offered'],
} as const;

export type ConcertGroup = keyof typeof concertGroups;

/** The entries of one fieldset by field. */
export type GroupRow = FormEntries;

const BOXES = new Set(['playedBy', 'intervalAfter', 'onlyWith', 'offered']);

/** The first entry of a field; '' without one. */
export const one = (entries: FormEntries, name: string): string => entries[name]?.[0] ?? '';

/** The fieldsets of a group, in their order. */
export function readGroup(entries: FormEntries, group: ConcertGroup): GroupRow[] {
  const pattern = new RegExp(`^${group}-(\\d{1,3})-(\\w+)$`);
  const rows = new Map<number, GroupRow>();
  for (const [name, values] of Object.entries(entries)) {
    const [, number, field = ''] = pattern.exec(name) ?? [];
    if (number === undefined) continue;
    rows.set(Number(number), { ...rows.get(Number(number)), [field]: values });
  }
  return [...rows].toSorted(([a], [b]) => a - b).map(([, row]) => row);
}

/** Entries with these fieldsets instead of the group's own. */
export function writeGroup(
  entries: FormEntries,
  group: ConcertGroup,
  rows: GroupRow[],
): FormEntries {
  const others = Object.entries(entries).filter(([name]) => !name.startsWith(`${group}-`));
  const written = rows.flatMap((row, index) =>
    concertGroups[group].flatMap((field): [string, string[]][] => {
      // a box that is not ticked is not sent
      const values = row[field] ?? (BOXES.has(field) ? [] : ['']);
      return values.length === 0 ? [] : [[`${group}-${index + 1}-${field}`, values]];
    }),
  );
  return Object.fromEntries([...others, ...written]);
}

/** A box that is ticked or not. */
export const boxOf = (name: string, isTicked: boolean): FormEntries =>
  isTicked ? { [name]: ['1'] } : {};

/** Day and time of a moment in Berlin, in fields of their own. */
export const momentOf = (name: string, moment: string): FormEntries => ({
  [`${name}_day`]: [moment.slice(0, 10)],
  [`${name}_time`]: [moment.slice(11)],
});

/** Browsers send the end of a line as two characters. */
export const clean = (value: string): string => value.replaceAll('\r\n', '\n').trim();

/** Undefined when left out; a text that is no number stays, to be judged. */
export const toNumber = (value: string): number | string | undefined =>
  value === '' ? undefined : /^\d{1,9}$/.test(value) ? Number(value) : value;

/** '' when neither day nor time is given. */
export const readMoment = (entries: FormEntries, name: string): string =>
  `${clean(one(entries, `${name}_day`))} ${clean(one(entries, `${name}_time`))}`.trim();
