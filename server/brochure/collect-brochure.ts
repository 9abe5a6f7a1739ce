import type { Language } from '#contract/language.ts';
import {
  formatCatalogueNumber,
  formatLifeDates,
  formatOpus,
  formatTonality,
  bindNumbers,
} from '#contract/programme-typography.ts';
import { pieceLine } from '../programme/concert.ts';
import {
  nameOfMusician,
  type ConcertRow,
  type PieceRow,
  type VenueRow,
} from '../programme/list-concert-rows.ts';
import { toPlateConcert, withForeground } from '../drawing/pictures/plan-pictures.ts';
import { coloursOf } from '../programme/look.ts';
import type { FestivalContent } from '../programme/programme-format.ts';
import type { OwnLogo } from '../drawing/pdf/draw-mark.ts';
import type { DatedConcert } from '#packages/plates/plate.ts';

/** Sections of the concerts' page that the brochure prints elsewhere. */
const skippedSections = ['intro', 'programme-change'];
/** Slug of the venue that stands for all venues. */
const ALL_VENUES = 'everywhere';

type Section = FestivalContent['pages']['home']['sections'][number];

/** Collects the content of the brochure in one language. */
export function collectBrochure(
  rows: ConcertRow[],
  content: FestivalContent,
  language: Language,
): BrochureData {
  const { home, about, concerts } = content.pages;
  const text = ({ heading, paragraphs }: Section): BrochureText => ({
    heading: heading[language],
    paragraphs: paragraphs[language],
  });
  const named = (name: string): Section[] => concerts.sections.filter((s) => s.name === name);
  return {
    language,
    festival: festivalOf(content, language),
    lead: home.lead[language],
    welcome: [
      ...home.sections.filter(({ name }) => name !== 'long-night').map(text),
      ...named('intro').map(text),
    ],
    concerts: rows.map((row) => concertOf(withForeground(row, content.look), language)),
    information: concerts.sections.filter(({ name }) => !skippedSections.includes(name)).map(text),
    reductions: reductionsOf(rows, language),
    changeNote: named('programme-change')
      .flatMap(({ paragraphs }) => paragraphs[language])
      .join(' '),
    venues: venuesOf(rows, language),
    about: {
      title: about.title[language],
      lead: about.lead[language],
      sections: about.sections.filter(({ name }) => name !== 'sponsors').map(text),
      logoGroups: about.logoGroups.map(({ heading, logos }) => ({
        heading: heading[language],
        logos: logos.map(({ name, line }) => ({ name, line: line[language] })),
      })),
    },
    association: associationOf(content),
    copyright: content.look?.plates === 'none' ? '' : content.coverCopyright[language],
  };
}

function festivalOf(content: FestivalContent, language: Language): BrochureData['festival'] {
  const { name, shortName, tagline, claim, year, startDate, endDate, gaps, look } = content;
  return {
    name,
    shortName,
    logo: look?.logo,
    hasAbbey: look?.foreground !== 'none' && look?.plates !== 'none',
    ...(look?.plates === 'none' && { ground: coloursOf(look).sky }),
    tagline: tagline[language],
    claim: claim[language],
    year,
    startDate,
    endDate,
    gaps: gaps.map(({ from, to, label }) => ({ from, to, label: label[language] })),
  };
}

function associationOf({ association }: FestivalContent): BrochureData['association'] {
  const { name, street, postalCode, city, registerCourt, registerNumber } = association;
  const { email, phone, website, representatives } = association;
  return {
    name,
    street,
    postalCode,
    city,
    registerCourt,
    registerNumber,
    email,
    phone,
    website,
    representatives: representatives.map((person) => person.name),
  };
}

function concertOf(row: ConcertRow, language: Language): BrochureConcert {
  const own = (german: string, english: string) => (language === 'de' ? german : english);
  return {
    title: own(row.title_de, row.title_en),
    subtitle:
      row.cancelled_at === null
        ? own(row.subtitle_de, row.subtitle_en)
        : own(
            `Abgesagt. ${row.cancel_reason?.de ?? ''}`,
            `Cancelled. ${row.cancel_reason?.en ?? ''}`,
          ),
    startsAt: row.starts_at.toISOString(),
    minutes: row.duration_minutes,
    venue: own(row.venue.name_de, row.venue.name_en),
    introduction: own(row.introduction_de, row.introduction_en),
    // notes for the list are about the site
    notes: row.notes
      .filter(({ type }) => type !== 'GENERAL_OVERVIEW_ONLY')
      .map(({ text }) => text[language]),
    isLongNight: row.is_long_night,
    plate: toPlateConcert(row),
    works: row.pieces.map((piece, i) => workOf(piece, row.pieces.slice(0, i), language)),
    admission: admissionOf(row, language),
  };
}

function admissionOf(row: ConcertRow, language: Language): Admission {
  if (row.is_academy && row.cancelled_at === null) return { kind: 'free' };
  if (row.product === null || row.cancelled_at !== null) return { kind: 'unsold' };
  const prices = row.product.tickets.map(({ name, priceCents: cents }) => ({
    name: name[language],
    cents,
  }));
  return { kind: 'tickets', prices };
}

/** Consecutive works name their composer once, with dates at the first mention (design.md 1.3). */
function workOf(piece: PieceRow, before: PieceRow[], language: Language): BrochureWork {
  const { fullName: name } = piece.composer;
  const venueOf = ({ venue }: PieceRow) =>
    venue && (language === 'de' ? venue.name_de : venue.name_en);
  const last = before.at(-1);
  const isSameRoom = last !== undefined && venueOf(last) === venueOf(piece);
  const isSame = isSameRoom && !last.interval_after && last.composer.fullName === name;
  const isKnown = before.some((other) => other.composer.fullName === name);
  const numbers = [
    piece.opus === null ? null : formatOpus(piece.opus, language),
    piece.catalogue_no === null ? null : formatCatalogueNumber(piece.catalogue_no, language),
  ];
  return {
    composer: isSame
      ? null
      : { name, dates: isKnown ? '' : formatLifeDates(piece.composer, language) },
    title: bindKey(bindNumbers(pieceLine(piece, language)), piece, language),
    numbers: numbers
      .filter((number) => number !== null)
      .map(withNoBreakSpaces)
      .join(', '),
    movements: piece.movements.map(({ title, lang }) => ({ title, lang })),
    hasIntervalAfter: piece.interval_after,
    venue: isSameRoom ? null : venueOf(piece),
    players: piece.musicians.map((player) => ({
      name: nameOfMusician(player, language),
      instrument: player.instrument[language],
    })),
  };
}

/** Keeps 'Op. 88 No. 2' or 'in E flat major' on one line. */
function withNoBreakSpaces(words: string): string {
  return words.replaceAll(' ', '\u00a0');
}

function bindKey(title: string, { tonality }: PieceRow, language: Language): string {
  if (tonality === null || language === 'de') return title;
  const key = ` in ${formatTonality(tonality, language)}`;
  return title.replace(key, ` ${withNoBreakSpaces(key.trimStart())}`);
}

function reductionsOf(rows: ConcertRow[], language: Language): BrochureData['reductions'] {
  const notes = new Map<string, string>();
  for (const type of rows.flatMap((row) => row.product?.tickets ?? [])) {
    const note = type.note[language];
    if (note !== null) notes.set(type.name[language], note);
  }
  return [...notes].map(([name, note]) => ({ name, note }));
}

/** Venues by their first concert; the one that stands for all comes last. */
function venuesOf(rows: ConcertRow[], language: Language): BrochureData['venues'] {
  const venues = new Map<string, VenueRow>(rows.map(({ venue }) => [venue.slug, venue]));
  const together = [...venues.values()].toSorted(
    (a, b) => Number(a.slug === ALL_VENUES) - Number(b.slug === ALL_VENUES),
  );
  return together.map((venue) =>
    language === 'de'
      ? {
          name: venue.name_de,
          description: venue.description_de,
          accessNote: venue.access_note_de,
        }
      : {
          name: venue.name_en,
          description: venue.description_en,
          accessNote: venue.access_note_en,
        },
  );
}

// Content of the brochure as plain data in one language, so that it can be sent to a thread.

export interface BrochureData {
  language: Language;
  festival: {
    name: string;
    /** Wordmark. */
    shortName: string;
    /** Instead of the mark. */
    logo?: OwnLogo | undefined;
    /** Whether the abbey is on the back cover. */
    hasAbbey: boolean;
    /** Behind the words where there are no drawings, '#RRGGBB'. */
    ground?: string;
    tagline: string;
    claim: string;
    year: number;
    /** YYYY-MM-DD */
    startDate?: string | undefined;
    endDate?: string | undefined;
    gaps: { from: string; to: string; label: string }[];
  };
  /** Sections of the first page, under the lead. */
  welcome: BrochureText[];
  lead: string;
  concerts: BrochureConcert[];
  /** Tickets, box office, selling points … */
  information: BrochureText[];
  /** Reduced ticket types with their conditions. */
  reductions: { name: string; note: string }[];
  /** Printed under every programme. */
  changeNote: string;
  venues: { name: string; description: string; accessNote: string | null }[];
  about: { title: string; lead: string; sections: BrochureText[]; logoGroups: LogoGroup[] };
  association: BrochureAssociation;
  /** Copyright line of the drawings; '' without them. */
  copyright: string;
}

export interface BrochureText {
  heading: string;
  paragraphs: string[];
}

interface LogoGroup {
  heading: string;
  logos: { name: string; line: string }[];
}

interface BrochureAssociation {
  name: string;
  street: string;
  postalCode: string;
  city: string;
  representatives: string[];
  registerCourt: string;
  registerNumber: string;
  email: string;
  phone: string;
  website: string;
}

export interface BrochureConcert {
  title: string;
  subtitle: string;
  /** ISO 8601. */
  startsAt: string;
  minutes: number | null;
  venue: string;
  introduction: string;
  notes: string[];
  isLongNight: boolean;
  plate: DatedConcert;
  works: BrochureWork[];
  admission: Admission;
}

/** Academy concerts are free; a concert without sale has no prices. */
export type Admission =
  | { kind: 'free' }
  | { kind: 'unsold' }
  | { kind: 'tickets'; prices: { name: string; cents: number }[] };

export interface BrochureWork {
  /** Null if the previous work is by the same composer. */
  composer: { name: string; dates: string } | null;
  /** With its key. */
  title: string;
  /** Opus and catalogue number; '' without either. */
  numbers: string;
  movements: { title: string; lang: string }[];
  hasIntervalAfter: boolean;
  /** The room, where it changes; null otherwise. */
  venue: string | null;
  players: { name: string; instrument: string }[];
}
