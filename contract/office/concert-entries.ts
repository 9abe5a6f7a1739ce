// The entries of the office's forms of a concert, and the document that they stand for (office.md 5.2). Pure, so that
// pages use it on both sides: a form without scripts posts its structure buttons and is shown as typed.
import { movementLanguages, type ConcertDocument } from './concert-document.ts';
import {
  boxOf,
  clean,
  concertGroups,
  momentOf,
  one,
  readGroup,
  readMoment,
  toNumber,
  writeGroup,
  type ConcertGroup,
  type GroupRow,
} from './concert-groups.ts';
import type { FormEntries } from './forms.ts';
import {
  fieldOfSale,
  isSaleField,
  readSale,
  saleFields,
  toSaleEntries,
  toTypeRows,
} from './sale-entries.ts';

/** The forms of a concert: each has a part of its document. */
export const concertParts = ['details', 'programme', 'sale'] as const;

export type ConcertPart = (typeof concertParts)[number];

/** The lists of which a form can add an entry: the button `new-composer` leads to its page. */
export const newEntryKinds = ['composer', 'instrument', 'venue'] as const;

/** The part of a form that a field belongs to. */
export const partOfField = (field: string): ConcertPart =>
  /^(?:performer|piece)-/.test(field) ? 'programme' : isSaleField(field) ? 'sale' : 'details';

/**
 * Changes the entries of a form as its structure buttons say: `piece-add`, `piece-2-up`, `piece-2-down` and
 * `piece-2-remove`, likewise for performers, notes and ticket types. Null for the value of another button.
 */
export function changeConcertStructure(entries: FormEntries, button: string): FormEntries | null {
  const pattern = /^(note|performer|piece|type)-(?:(\d{1,3})-(remove|up|down)|add)$/;
  const [found, group, number, step] = pattern.exec(button) ?? [];
  if (found === undefined) return null;
  const rows = readGroup(entries, group as ConcertGroup);
  const order = moveOne(rows.length, Number(number) - 1, step);
  // a new fieldset is one that no old one stands in
  const changed = order.map((from) => rows[from] ?? { offered: ['1'] });
  const written = writeGroup(entries, group as ConcertGroup, changed);
  return group === 'performer' ? renumberPlayers(written, order) : written;
}

/** Which fieldset stands where after a step: an index for each, that of none for a new one. */
function moveOne(count: number, index: number, step: string | undefined): number[] {
  const order = Array.from({ length: count }, (_, each) => each);
  if (step === undefined) return [...order, count];
  if (index < 0 || index >= count) return order;
  if (step === 'remove') return order.filter((each) => each !== index);
  const other = step === 'up' ? index - 1 : index + 1;
  if (other < 0 || other >= count) return order;
  [order[index], order[other]] = [other, index];
  return order;
}

/** Boxes name performers by their number, which keeps them right while a name is typed. */
function renumberPlayers(entries: FormEntries, order: number[]): FormEntries {
  const pieces = readGroup(entries, 'piece').map((piece) => ({
    ...piece,
    playedBy: (piece['playedBy'] ?? []).flatMap((number) => {
      const place = order.indexOf(Number(number) - 1);
      return place === -1 ? [] : [String(place + 1)];
    }),
  }));
  return writeGroup(entries, 'piece', pieces);
}

/**
 * The performers that the boxes "played by" of a work offer, those of the work first: browsers send boxes in the
 * order of the page, and the work keeps its own.
 */
export function listPlayers(
  entries: FormEntries,
  piece: number,
): { value: string; name: string; isTicked: boolean }[] {
  const ticked = entries[`piece-${piece}-playedBy`] ?? [];
  const players = readGroup(entries, 'performer').map((row, index) => ({
    value: String(index + 1),
    name: one(row, 'name'),
    isTicked: ticked.includes(String(index + 1)),
  }));
  const place = ({ value, isTicked }: { value: string; isTicked: boolean }) =>
    isTicked ? ticked.indexOf(value) : players.length;
  return players.toSorted((a, b) => place(a) - place(b));
}

/** The entries of a form that shows this document, in the order of its fields. */
export function toConcertEntries(document: ConcertDocument): FormEntries {
  const { title, subtitle, introduction, musicians, sale } = document;
  const names = Object.keys(musicians);
  const details = {
    slug: [document.slug],
    ...bothOf('title', title),
    ...bothOf('subtitle', subtitle),
    ...bothOf('introduction', introduction),
    ...momentOf('start', document.start),
    duration: [String(document.duration ?? '')],
    venue: [document.venue],
    key: [document.key ?? ''],
    ...boxOf('academy', document.academy),
    ...boxOf('longNight', document.longNight),
    ...(sale && toSaleEntries(sale)),
    ...(document.cover && {
      cover: [document.cover.file],
      ...bothOf('cover_credit', document.cover.credit),
      ...bothOf('cover_alt', document.cover.alt),
    }),
  };
  const notes = document.information.map(({ type, text }) => ({
    type: [type],
    ...bothOf('text', text),
  }));
  const performers = Object.entries(musicians).map(([name, { instrument, en = '' }]) => ({
    name: [name],
    en: [en],
    instrument: [instrument],
  }));
  const pieces = document.pieces.map((piece) => ({
    composer: [piece.composer],
    ...bothOf('title', piece.title),
    opus: [piece.opus ?? ''],
    tonality: [piece.tonality ?? ''],
    catalogueNo: [piece.catalogueNo ?? ''],
    lang: [piece.lang ?? ''],
    movements: [piece.movements.map((movement) => writeMovement(movement, piece.lang)).join('\n')],
    playedBy: (piece.playedBy ?? []).map((name) => String(names.indexOf(name) + 1)),
    venue: [piece.venue ?? ''],
    ...boxOf('intervalAfter', piece.intervalAfter),
  }));
  const withNotes = writeGroup(details, 'note', notes);
  const withPieces = writeGroup(writeGroup(withNotes, 'performer', performers), 'piece', pieces);
  return sale === undefined ? withPieces : writeGroup(withPieces, 'type', toTypeRows(sale));
}

const bothOf = (name: string, { de, en }: { de: string; en: string }): FormEntries => ({
  [`${name}_de`]: [de],
  [`${name}_en`]: [en],
});

/** One movement a line; one in another language than the work's begins with it: `cs: Dumka`. */
const writeMovement = ({ title, lang }: { title: string; lang: string }, own?: string): string =>
  `${lang === own ? '' : `${lang}: `}${title.replaceAll(/\s*\n\s*/g, ' ')}`;

const LANGUAGE_OF_LINE = new RegExp(`^(${movementLanguages.join('|')}):\\s+(.+)$`);

function readMovement(line: string): unknown {
  const [, lang, title] = LANGUAGE_OF_LINE.exec(line) ?? [];
  return lang === undefined ? line : { title, lang };
}

const detailFields = (
  'slug title_de title_en subtitle_de subtitle_en introduction_de introduction_en ' +
  'start_day start_time duration venue key'
).split(' ');

/** Boxes of a part; one that is not ticked is not sent. */
const partBoxes = {
  details: ['academy', 'longNight'],
  programme: [],
  sale: ['ticketsAtBoxOffice'],
} satisfies Record<ConcertPart, string[]>;

/** The names of the fields of a form, as the command line takes them; `{id}` is the number of a fieldset. */
export function fieldsOfPart(part: ConcertPart): string[] {
  const own = { details: detailFields, programme: [], sale: saleFields }[part];
  const groups = Object.entries(concertGroups).filter(
    ([group]) => partOfField(`${group}-`) === part,
  );
  const repeated = groups.flatMap(([group, names]) => names.map((name) => `${group}-{id}-${name}`));
  return [...new Set([...own, ...partBoxes[part], ...repeated])];
}

const fields = new Set(concertParts.flatMap(fieldsOfPart));

const isField = (name: string): boolean => fields.has(name.replace(/-\d{1,3}-/, '-{id}-'));

/**
 * The entries of one form with those of the whole document: what its part does not have, and without a part what is
 * not given, is as stored. Null is a concert that is new.
 */
export function completeConcertEntries(
  entries: FormEntries,
  part: ConcertPart | null,
  stored: ConcertDocument | null,
): FormEntries {
  const given = Object.entries(entries).filter(([name]) => isField(name));
  const isSent = (prefix: string) => given.some(([name]) => name.startsWith(prefix));
  const replaced = Object.keys(concertGroups).filter(
    (group) => isSent(`${group}-`) || part === partOfField(`${group}-`),
  );
  const boxes: readonly string[] = part === null ? [] : partBoxes[part];
  const kept = Object.entries(stored === null ? {} : toConcertEntries(stored)).filter(
    ([name]) => !replaced.includes(name.split('-')[0] ?? '') && !boxes.includes(name),
  );
  return Object.fromEntries([...kept, ...given]);
}

/** A document as typed, which server/programme/concert-format.ts has still to judge. */
export type TypedConcert = Record<keyof ConcertDocument, unknown>;

/** The document that these entries stand for; no form says whether it is on sale. */
export function readConcertEntries(entries: FormEntries, onSale = false): TypedConcert {
  const text = (name: string): string => clean(one(entries, name));
  const performers = readGroup(entries, 'performer');
  const names = performers.map((row) => clean(one(row, 'name')));
  return {
    slug: text('slug'),
    title: readBoth(entries, 'title'),
    subtitle: readBoth(entries, 'subtitle'),
    start: readMoment(entries, 'start'),
    duration: toNumber(text('duration')),
    venue: text('venue'),
    key: text('key') || undefined,
    academy: text('academy') !== '',
    longNight: text('longNight') !== '',
    introduction: readBoth(entries, 'introduction'),
    // no field of these forms: an upload of its own sets it
    cover:
      text('cover') === ''
        ? undefined
        : {
            file: text('cover'),
            credit: readBoth(entries, 'cover_credit'),
            alt: readBoth(entries, 'cover_alt'),
          },
    information: readGroup(entries, 'note').map((row) => ({
      type: one(row, 'type'),
      text: readBoth(row, 'text'),
    })),
    musicians: Object.fromEntries(
      performers.map((row, index) => [
        names[index],
        { instrument: one(row, 'instrument'), en: clean(one(row, 'en')) || undefined },
      ]),
    ),
    pieces: readGroup(entries, 'piece').map((row) => readPiece(row, names)),
    sale: entries['quantity'] === undefined ? undefined : { onSale, ...readSale(entries) },
  };
}

function readPiece(row: GroupRow, names: string[]): unknown {
  const optional = (name: string) => clean(one(row, name)) || undefined;
  const players = (row['playedBy'] ?? []).flatMap((number) => names[Number(number) - 1] ?? []);
  const lines = clean(one(row, 'movements'))
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
  return {
    composer: one(row, 'composer'),
    title: readBoth(row, 'title'),
    opus: optional('opus'),
    tonality: optional('tonality'),
    catalogueNo: optional('catalogueNo'),
    lang: optional('lang'),
    movements: lines.map(readMovement),
    playedBy: players.length === 0 ? undefined : players,
    venue: optional('venue'),
    intervalAfter: one(row, 'intervalAfter') !== '',
  };
}

const readBoth = (row: FormEntries, name: string) => ({
  de: clean(one(row, `${name}_de`)),
  en: clean(one(row, `${name}_en`)),
});

/** The field of a form that a place in the document belongs to. */
export function fieldOfPlace(place: readonly PropertyKey[], entries: FormEntries): string {
  const [head, second, third, fourth] = place.map(String);
  const number = Number(second) + 1;
  if (head === 'title' || head === 'subtitle' || head === 'introduction') {
    return second === undefined ? `${head}_de` : `${head}_${second}`;
  }
  if (head === 'information') {
    return `note-${number}-${third === 'text' ? `text_${fourth ?? 'de'}` : 'type'}`;
  }
  if (head === 'musicians') {
    const names = readGroup(entries, 'performer').map((row) => clean(one(row, 'name')));
    return `performer-${names.indexOf(second ?? '') + 1 || 1}-${third ?? 'instrument'}`;
  }
  if (head === 'pieces' && second !== undefined) {
    return `piece-${number}-${third === 'title' ? `title_${fourth ?? 'de'}` : (third ?? 'composer')}`;
  }
  if (head === 'start') return 'start_day';
  if (head === 'sale' && second !== undefined) {
    return fieldOfSale(place.slice(1).map(String), entries);
  }
  // a concert has no sale when the academy plays: the form has a box for that
  return head === 'sale' ? 'academy' : (head ?? '');
}
