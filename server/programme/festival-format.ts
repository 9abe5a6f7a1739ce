// The format of festival.yaml and legal/*.yaml: who the festival is, and the texts of its pages.
import { z } from 'zod';
import { both, day, paragraphs, plain, slug, text } from './text-format.ts';

const address = z.url({ protocol: /^https?$/, error: 'is not an address such as https://…' });

/** What law and letterhead ask of the association. Printed as typed, never translated. */
const Association = z.strictObject({
  name: plain,
  street: plain,
  postalCode: z.string().regex(/^\d{5}$/, "is not five digits in quotes, such as '82599'"),
  city: plain,
  country: plain,
  /** The board, those first who may sign. */
  representatives: z.array(z.strictObject({ name: plain, role: plain })).min(1),
  registerCourt: plain,
  registerNumber: plain,
  taxOffice: plain,
  taxId: plain,
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

/** A part of a page. The site finds it by its name; blank lines part paragraphs. */
const Section = z
  .strictObject({
    name: slug,
    heading: both,
    text: z.strictObject({ de: paragraphs, en: paragraphs }),
  })
  .transform(({ text: parts, ...section }) => ({ ...section, paragraphs: parts }));

const LogoGroup = z.strictObject({
  heading: both,
  /** A name and one line on what they do for the festival. */
  logos: z.array(z.strictObject({ name: text, line: both })).min(1),
});

/** A page with the sections it cannot do without. */
function page(...needed: string[]) {
  return z.strictObject({
    title: both,
    /** One sentence: under the title, and for search engines. */
    lead: both,
    sections: z
      .array(Section)
      .refine((sections) => needed.every((name) => sections.some((s) => s.name === name)), {
        error: `needs sections named ${needed.join(', ')}`,
      }),
    logoGroups: z.array(LogoGroup).default([]),
  });
}

/** A legal page: German only. {{association.name}} and the like are filled in from festival.yaml. */
const LegalPage = z.strictObject({
  title: text,
  /** Stored with every order for the terms: a new one for each new text. */
  version: day,
  sections: z
    .array(
      z
        .strictObject({ name: slug, heading: text, text: paragraphs })
        .transform(({ text: parts, ...section }) => ({ ...section, paragraphs: parts })),
    )
    .min(1),
});

export const Legal = z.strictObject({
  imprint: LegalPage,
  terms: LegalPage,
  privacy: LegalPage,
  accessibility: LegalPage,
});

export const Festival = z
  .strictObject({
    name: plain,
    /** The one word of the wordmark. */
    shortName: plain,
    tagline: both,
    /** What it is, in one line. */
    claim: both,
    year: z.int(),
    startDate: day,
    endDate: day,
    /** Stretches of days without concerts that the season's panorama names. */
    gaps: z.array(z.strictObject({ from: day, to: day, label: both })).default([]),
    /** Stands under every drawn cover. */
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
    /** A sentence for each treatment; the setting TAX_TREATMENT chooses. */
    taxNotes: z.strictObject({ exempt: both, reduced: both, 'small-business': both }),
  })
  .refine(({ startDate, endDate }) => startDate <= endDate, {
    path: ['endDate'],
    error: 'is before startDate',
  });
