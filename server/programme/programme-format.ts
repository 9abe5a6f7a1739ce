import { z } from 'zod';
import { both, day, paragraphs, plain, readerText, slug } from './text-format.ts';
import { ComposerFormat, ConcertFormat, TicketTypeFormat, VenueFormat } from './concert-format.ts';

// Format of festival.yaml and legal/*.yaml: the association, and the texts of the pages.

const address = z.url({ protocol: /^https?$/, error: 'is not an address such as https://…' });

/** The association's data for legal pages and documents. Printed as typed, never translated. */
const Association = z.strictObject({
  name: plain,
  street: plain,
  postalCode: z
    .string()
    .regex(/^\d{4,5}$/, "is not four or five digits in quotes, such as '82599'"),
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
  email: z.email('is not an e-mail address'),
  phone: plain,
  website: address,
});

const Links = z.strictObject({
  /** The academy's own site, linked from the home page. */
  masterclasses: address,
  videoChannel: address,
  photoProfile: address,
  socialNetwork: address,
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
  return z.strictObject({
    title: both,
    /** One sentence, under the title and for search engines. */
    lead: both,
    sections: z
      .array(Section)
      .refine((sections) => needed.every((name) => sections.some((s) => s.name === name)), {
        error: `needs sections named ${needed.join(', ')}`,
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
            message: 'has no en, although other sections of this page have',
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
    association: Association,
    links: Links,
    pages: z.strictObject({
      home: page('academy', 'long-night', 'association'),
      about: page('association', 'commitment', 'sponsors'),
      concerts: page(
        'intro',
        'ticket-info',
        'programme-change',
        'admission',
        'box-office',
        'selling-points',
      ),
    }),
    /** A sentence per tax treatment; the setting TAX_TREATMENT selects one. */
    taxNotes: z.strictObject({ exempt: both, reduced: both, 'small-business': both }),
  })
  .refine(({ startDate, endDate }) => (startDate ?? '') <= (endDate ?? '9999'), {
    path: ['endDate'],
    error: 'is before startDate',
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
    /** concerts/*.yaml, in any order. */
    concerts: z.array(ConcertFormat).min(1),
    /** legal/imprint.yaml, terms.yaml, privacy.yaml, accessibility.yaml */
    legal: LegalFormat,
  })
  .superRefine(checkReferences);

export type Programme = z.output<typeof ProgrammeFormat>;
export type ProgrammeConcert = Programme['concerts'][number];
export type ProgrammePiece = ProgrammeConcert['pieces'][number];
export type ProgrammeVenue = Programme['venues'][string];

/** Content of the table `festival` (jsonb). */
export type FestivalContent = Programme['festival'] & { legal: Programme['legal'] };

type Draft = Pick<
  Programme,
  'festival' | 'venues' | 'composers' | 'instruments' | 'ticketTypes' | 'concerts'
>;

/** A programme that cannot be read or loaded. The message is for its author. */
export class ProgrammeError extends Error {
  override readonly name = 'ProgrammeError';
}

/** Checks that everything a concert refers to exists, that its slug is unique and its date within the festival. */
function checkReferences(programme: Draft, context: z.RefinementCtx): void {
  const { festival, venues, composers, instruments, ticketTypes } = programme;
  const slugs = new Set<string>();
  programme.concerts.forEach((concert, index) => {
    const report = (path: (string | number)[], message: string): void =>
      context.addIssue({ code: 'custom', path: ['concerts', index, ...path], message });

    if (slugs.has(concert.slug)) report(['slug'], `“${concert.slug}” is another concert's, too`);
    slugs.add(concert.slug);
    const date = concert.start.slice(0, 10);
    const { startDate = date, endDate = date } = festival;
    if (date < startDate || date > endDate)
      report(['start'], `is not between ${startDate} and ${endDate}`);
    if (!(concert.venue in venues)) report(['venue'], `“${concert.venue}” is not in venues`);
    for (const [name, { instrument }] of Object.entries(concert.musicians)) {
      if (!(instrument in instruments))
        report(['musicians', name], `“${instrument}” is not in instruments`);
    }
    for (const type of Object.keys(concert.sale?.prices ?? {})) {
      if (!(type in ticketTypes))
        report(['sale', 'prices', type], `“${type}” is not in ticket types`);
    }
    concert.pieces.forEach((piece, number) => {
      if (!(piece.composer in composers))
        report(['pieces', number, 'composer'], `“${piece.composer}” is not in composers`);
      if (piece.venue !== undefined && !(piece.venue in venues))
        report(['pieces', number, 'venue'], `“${piece.venue}” is not in venues`);
      for (const name of piece.playedBy ?? []) {
        if (!(name in concert.musicians))
          report(['pieces', number, 'playedBy'], `“${name}” is not among the concert's musicians`);
      }
    });
  });
}
