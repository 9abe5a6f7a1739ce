import { z } from 'zod';
import type { ConcertDocument } from '#contract/office/concert-document.ts';
import { formatDate } from '#contract/format.ts';
import type { Language, LocalizedText } from '#contract/language.ts';
import { inBoth, type TextWith } from '#messages/define-texts.ts';
import {
  fileLimitTexts,
  programmeProblemTexts,
  toLoadMessage,
} from '#messages/programme-problems.ts';
import {
  both,
  day,
  paragraphs,
  plain,
  postalCode,
  problem,
  readerText,
  slug,
} from './text-format.ts';
import { DeliveryFormat } from './delivery.ts';
import { LookFormat } from './look.ts';
import { ComposerFormat, ConcertFormat, TicketTypeFormat, VenueFormat } from './concert-format.ts';

// Format of festival.yaml and legal/*.yaml: the association, and the texts of the pages.

const address = z.url({ protocol: /^https?$/, error: problem('address') });

/** The association's data for legal pages and documents. Printed as typed, never translated. */
const Association = z.strictObject({
  name: plain,
  street: plain,
  postalCode,
  city: plain,
  country: plain,
  /** The board; the first one may sign. */
  representatives: z.array(z.strictObject({ name: plain, role: plain })).min(1),
  registerCourt: plain,
  registerNumber: plain,
  taxOffice: plain,
  taxId: plain,
  /** VAT id and Wirtschafts-Identifikationsnummer, which the imprint needs once they are held (§ 5 DDG). */
  vatId: plain.optional(),
  businessId: plain.optional(),
  email: z.email(problem('email')),
  phone: plain,
  website: address,
  /** Buyers of a cancelled concert may donate their money; left out: nothing about donations appears anywhere. */
  donations: z.strictObject({ purpose: both, note: both }).optional(),
});

const Links = z.strictObject({
  /** The academy's own site, linked from the home page. */
  masterclasses: address.optional(),
  videoChannel: address.optional(),
  photoProfile: address.optional(),
  socialNetwork: address.optional(),
});

/** A section of a page. The site finds it by name; blank lines separate paragraphs. */
const Section = z
  .strictObject({
    name: slug,
    heading: both,
    text: z.strictObject({ de: paragraphs, en: paragraphs }),
  })
  .transform(({ text: parts, ...section }) => ({ ...section, paragraphs: parts }));

const LogoGroup = z.strictObject({
  heading: both,
  /** A name with one line about its contribution. */
  logos: z.array(z.strictObject({ name: readerText, line: both })).min(1),
});

/** A page with its required sections. */
function page(...needed: string[]) {
  const missing = inBoth(fileLimitTexts.sections, { names: needed });
  return z.strictObject({
    title: both,
    /** One sentence, under the title and for search engines. */
    lead: both,
    sections: z
      .array(Section)
      .refine((sections) => needed.every((name) => sections.some((s) => s.name === name)), {
        error: toLoadMessage(missing),
        params: { text: missing },
      }),
    logoGroups: z.array(LogoGroup).default([]),
  });
}

/** A section of a legal page: German, and perhaps a translation. */
const LegalSection = z
  .strictObject({
    name: slug,
    heading: readerText,
    text: paragraphs,
    en: z.strictObject({ heading: readerText, text: paragraphs }).optional(),
  })
  .transform(({ text: parts, en, ...section }) => ({
    ...section,
    paragraphs: parts,
    ...(en && { en: { heading: en.heading, paragraphs: en.text } }),
  }));

/**
 * A legal page, translated as a whole or not at all. Placeholders like {{association.name}} are filled from
 * festival.yaml.
 */
const LegalPage = z.strictObject({
  title: readerText,
  /** Orders store the version of the terms: change it with every new text. */
  version: day,
  sections: z
    .array(LegalSection)
    .min(1)
    .superRefine((sections, context) => {
      if (sections.every(({ en }) => en === undefined)) return;
      sections.forEach(({ en }, index) => {
        if (en === undefined)
          context.addIssue({
            code: 'custom',
            path: [index],
            message: problem('noTranslation'),
          });
      });
    }),
});

/** The legal pages in the programme's files. */
const LegalFormat = z.strictObject({
  imprint: LegalPage,
  terms: LegalPage,
  privacy: LegalPage,
  accessibility: LegalPage,
});

/** The festival in the programme's files (docs/your-own-festival.md). */
const FestivalFormat = z
  .strictObject({
    name: plain,
    /** The text of the wordmark. */
    shortName: plain,
    tagline: both,
    /** Describes the festival in one line. */
    claim: both,
    year: z.int(),
    /** First and last day; left out until they are known. */
    startDate: day.optional(),
    endDate: day.optional(),
    /** Periods without concerts that the season's panorama labels. */
    gaps: z.array(z.strictObject({ from: day, to: day, label: both })).default([]),
    /** Tickets of one concert in an order, unless the sale sets its own number; 10 if left out. */
    maxPerOrder: z.int().min(1).optional(),
    /** Copyright line of every drawn cover. */
    coverCopyright: both,
    look: LookFormat.optional(),
    /** Delivery by post, where it differs from the usual one. */
    delivery: DeliveryFormat.optional(),
    /** [de]: the site is in German alone, and English texts may be left out; both languages if left out. */
    languages: z.tuple([z.literal('de')]).optional(),
    association: Association,
    /** False: nobody is reminded of a concert the day before; true if left out. */
    reminder: z.boolean().optional(),
    /** Above the field for the newsletter. */
    newsletterLabel: both.optional(),
    links: Links.prefault({}),
    pages: z.strictObject({
      home: page('association'),
      about: page('association'),
      concerts: page('ticket-info', 'programme-change', 'admission', 'box-office'),
    }),
    /** A sentence per tax treatment; the setting TAX_TREATMENT selects one. */
    taxNotes: z.strictObject({ exempt: both, reduced: both, 'small-business': both }),
  })
  .refine(({ startDate, endDate }) => (startDate ?? '') <= (endDate ?? '9999'), {
    path: ['endDate'],
    error: problem('endBeforeStart'),
  });

// The association's interface: the format of a programme folder, or of one file (docs/your-own-festival.md).

/** The whole programme: one file with these keys, or a folder with a file per key. */
export const ProgrammeFormat = z
  .strictObject({
    /** festival.yaml */
    festival: FestivalFormat,
    /** venues.yaml: venues by slug. */
    venues: z.record(slug, VenueFormat),
    /** composers.yaml: composers by slug. */
    composers: z.record(slug, ComposerFormat),
    /** instruments.yaml: instruments by slug. */
    instruments: z.record(slug, both),
    /** ticket-types.yaml: ticket types by slug. */
    ticketTypes: z.record(slug, TicketTypeFormat),
    /** concerts/*.yaml, in any order; none if the office writes them. */
    concerts: z.array(ConcertFormat),
    /** legal/imprint.yaml, terms.yaml, privacy.yaml, accessibility.yaml */
    legal: LegalFormat,
  })
  .superRefine(checkReferences);

export type ProgrammeConcert = ConcertDocument & { published: boolean };
export type Programme = Omit<z.output<typeof ProgrammeFormat>, 'concerts'> & {
  concerts: ProgrammeConcert[];
};
export type ProgrammePiece = ProgrammeConcert['pieces'][number];
export type ProgrammeVenue = Programme['venues'][string];

/** Content of the table `festival` (jsonb). */
export type FestivalContent = Programme['festival'] & { legal: Programme['legal'] };

/** What a concert refers to. */
export interface ProgrammeLists {
  festival: Pick<Programme['festival'], 'startDate' | 'endDate'>;
  /** By slug. */
  venues: Record<string, unknown>;
  composers: Record<string, unknown>;
  instruments: Record<string, unknown>;
  ticketTypes: Record<string, unknown>;
}

/**
 * A programme that cannot be read or loaded. The message is for its author: English alone where only the command line
 * meets it; `refuseProgramme` makes the others.
 */
export class ProgrammeError extends Error {
  override readonly name = 'ProgrammeError';
  /** The message for the office, whose readers may be German and know no options of the command line. */
  readonly texts: LocalizedText;

  constructor(
    message: string,
    {
      texts = { de: message, en: message },
      ...options
    }: ErrorOptions & { texts?: LocalizedText } = {},
  ) {
    super(message, options);
    this.texts = texts;
  }
}

/** A programme that is refused in words which are the same for `load` and for the office. */
export function refuseProgramme<P>(
  text: TextWith<P>,
  values: P,
  options: ErrorOptions = {},
): ProgrammeError {
  const texts = inBoth(text, values);
  return new ProgrammeError(texts.en, { ...options, texts });
}

/** Something that a concert refers to and that is not there, or is not as it must be. */
interface ReferenceProblem {
  path: (string | number)[];
  /** For the office. */
  text: LocalizedText;
  /** For `load`. */
  message: string;
}

/** Checks that every concert's slug is unique, and what it refers to. */
function checkReferences(
  programme: ProgrammeLists & Pick<Programme, 'concerts'>,
  context: z.RefinementCtx,
): void {
  const slugs = new Set<string>();
  programme.concerts.forEach((concert, index) => {
    const report = (path: (string | number)[], message: string, text: LocalizedText): void =>
      context.addIssue({
        code: 'custom',
        path: ['concerts', index, ...path],
        message,
        params: { text },
      });

    if (slugs.has(concert.slug))
      report(
        ['slug'],
        `“${concert.slug}” is another concert's, too`,
        programmeProblemTexts.slugTaken,
      );
    slugs.add(concert.slug);
    const problems = [
      // past seasons' concerts stay, withdrawn, when the festival's days are the next season's
      ...(concert.published ? listDayProblems(concert, programme.festival) : []),
      ...listReferenceProblems(concert, programme),
    ];
    for (const { path, message, text } of problems) report(path, message, text);
  });
}

/** Lists whether a concert's day is outside the festival. */
export function listDayProblems(
  { start }: ConcertDocument,
  festival: ProgrammeLists['festival'],
): ReferenceProblem[] {
  const date = start.slice(0, 10);
  const { startDate: from = date, endDate: to = date } = festival;
  if (date >= from && date <= to) return [];
  const { de, en } = programmeProblemTexts.outside;
  const inWords = (language: Language) => ({
    from: formatDate(from, language),
    to: formatDate(to, language),
  });
  const text = { de: de(inWords('de')), en: en(inWords('en')) };
  return [{ path: ['start'], text, message: toLoadMessage({ ...text, en: en({ from, to }) }) }];
}

/** Lists what is wrong with what a concert refers to. */
export function listReferenceProblems(
  concert: ConcertDocument,
  { venues, composers, instruments, ticketTypes }: Omit<ProgrammeLists, 'festival'>,
): ReferenceProblem[] {
  const problems: ReferenceProblem[] = [];
  const report = (path: ReferenceProblem['path'], text: LocalizedText): void => {
    problems.push({ path, text, message: toLoadMessage(text) });
  };
  const lists = { venues, composers, instruments, 'ticket types': ticketTypes };
  const checkName = (path: ReferenceProblem['path'], name: string, list: keyof typeof lists) => {
    if (!Object.hasOwn(lists[list], name)) {
      report(path, inBoth(programmeProblemTexts.unknown, { name, list }));
    }
  };
  checkName(['venue'], concert.venue, 'venues');
  for (const [name, { instrument }] of Object.entries(concert.musicians))
    checkName(['musicians', name], instrument, 'instruments');
  for (const type of Object.keys(concert.sale?.prices ?? {}))
    checkName(['sale', 'prices', type], type, 'ticket types');
  concert.pieces.forEach((piece, number) => {
    checkName(['pieces', number, 'composer'], piece.composer, 'composers');
    if (piece.venue !== undefined) checkName(['pieces', number, 'venue'], piece.venue, 'venues');
    for (const name of piece.playedBy ?? []) {
      if (!Object.hasOwn(concert.musicians, name))
        report(['pieces', number, 'playedBy'], inBoth(programmeProblemTexts.notPlaying, { name }));
    }
  });
  return problems;
}
