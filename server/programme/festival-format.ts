// Format of festival.yaml and legal/*.yaml: the association, and the texts of the pages.
import { z } from 'zod';
import { both, day, paragraphs, plain, readerText, slug } from './text-format.ts';

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
export const LegalFormat = z.strictObject({
  imprint: LegalPage,
  terms: LegalPage,
  privacy: LegalPage,
  accessibility: LegalPage,
});

/** The festival in the programme's files (docs/your-own-festival.md). */
export const FestivalFormat = z
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
