// Format of concerts/*.yaml and of the lists that concerts refer to.
import { z } from 'zod';
import { parseBerlin } from '#contract/berlin-time.ts';
import { languages, type LocalizedText } from '#contract/language.ts';
import { movementLanguages } from '#contract/office/concert-document.ts';
import { infoTypes } from '#contract/codes.ts';
import { inBoth } from '#messages/define-texts.ts';
import { formTexts } from '#messages/office/forms.ts';
import { fileLimitTexts, toLoadMessage } from '#messages/programme-problems.ts';
import {
  both,
  bothOfDraft,
  EMPTY,
  numberBetween,
  plain,
  postalCode,
  problem,
  readerText,
  slug,
  whole,
} from './text-format.ts';

/** Minimum of the payment provider (api.md, Payment and order). */
const MIN_PRICE_EUR = 0.5;
const MAX_PRICE_EUR = 10_000;
const MAX_TICKETS = 100_000;

/** A key in German: 'A-Dur', 'cis-Moll', 'B-Dur' (English B flat major), 'h-Moll' (English B minor). */
const key = z.string().regex(/^[A-Ha-h](is|es|s)?-(Dur|Moll)$/, problem('key'));

/** A latitude or longitude up to this number, on either side. */
const degrees = (max: number) => numberBetween(-max, max);

/** A venue in the programme's files. */
export const VenueFormat = z.strictObject({
  name: both,
  description: both,
  /** Step-free access, and places for wheelchairs. */
  accessibility: both,
  street: plain,
  postalCode,
  city: plain,
  latitude: degrees(90),
  longitude: degrees(180),
});

const year = whole(1, 2200);

/** Years: no `died` for the living, neither if both are unknown. */
export const ComposerFormat = z
  .strictObject({ name: plain, born: year.optional(), died: year.optional() })
  .refine(({ born, died }) => born === undefined || died === undefined || born < died, {
    path: ['died'],
    error: problem('notAfterBorn'),
  });

/** A kind of ticket in the programme's files. */
export const TicketTypeFormat = z.strictObject({ name: both, note: both.optional() });

/** Titles of movements are not translated. */
const movementLanguage = z.enum(movementLanguages);

/** A title in the language of the work, or a title with a language of its own. */
const Movement = z.union(
  [readerText, z.strictObject({ title: readerText, lang: movementLanguage })],
  problem('movement'),
);

const Piece = z
  .strictObject({
    composer: slug,
    /** Without key, opus and catalogue number, which have fields of their own. */
    title: both,
    /** German: 'op. 81', 'op. 76 Nr. 3'. */
    opus: z
      .string()
      .regex(/^op\. \d+[a-z]?( Nr\. \d+)?$/, problem('opus'))
      .optional(),
    tonality: key.optional(),
    /** 'BWV 1048', 'KV 551', 'Hob. III:77', 'D 956'. */
    catalogueNo: plain.optional(),
    lang: movementLanguage.optional(),
    movements: z.array(Movement).max(100).default([]),
    /** Some of the concert's musicians; all of them if left out. */
    playedBy: z.array(plain).min(1).optional(),
    /** The room where it is played, if the concert has several. */
    venue: slug.optional(),
    intervalAfter: z.boolean().default(false),
  })
  .transform(({ lang, movements, ...piece }, context) => ({
    ...piece,
    lang,
    movements: movements.map((movement, index) => {
      if (typeof movement !== 'string') return movement;
      if (lang === undefined) {
        context.addIssue({
          code: 'custom',
          path: ['movements', index],
          message: problem('noLanguage'),
        });
      }
      return { title: movement, lang: lang ?? 'it' };
    }),
  }));

/** An instrument (a key of instruments.yaml), and the English name where it differs. */
const MusicianFormat = z.union(
  [
    slug.transform((instrument) => ({ instrument, en: undefined })),
    z.strictObject({ instrument: slug, en: plain.optional() }),
  ],
  problem('musician'),
);

/** EUR; 0, or the least that the payment provider takes and more. */
const Price = z.custom<number>(
  (price) =>
    typeof price === 'number' &&
    (price === 0 || (price >= MIN_PRICE_EUR && price <= MAX_PRICE_EUR)) &&
    Number(price.toFixed(2)) === price,
  { error: problem('money'), params: { text: formTexts.money } },
);

/** A number of tickets. */
const tickets = whole(1, MAX_TICKETS);

/** A number for some of the sale's ticket types. */
const byType = z.record(slug, tickets).default({});

/** Europe/Berlin, '2025-08-23 19:30'. */
const moment = z
  .string()
  .regex(/^\d{4}-\d\d-\d\d \d\d:\d\d$/, problem('moment'))
  .refine((value) => !Number.isNaN(parseBerlin(value).getTime()), {
    error: problem('skippedTime'),
  });

const Sale = z
  .strictObject({
    /** Whether tickets are on sale; `onSaleFrom` and `onSaleUntil` set it once, at their moments. */
    onSale: z.boolean(),
    onSaleFrom: moment.optional(),
    onSaleUntil: moment.optional(),
    /** Number of all tickets. */
    quantity: tickets,
    /** Tickets sold elsewhere: abbey shop, tourist information. */
    presold: whole(0, MAX_TICKETS).default(0),
    /** Whether the box office has tickets left when the shop has none. */
    ticketsAtBoxOffice: z.boolean().default(false),
    /** Ticket types with their price in EUR, as the page shows them. */
    prices: z
      .record(slug, Price)
      .refine((prices) => Object.keys(prices).length > 0, { error: 'is empty' }),
    /** Tickets of an order; the festival's maxPerOrder if left out. */
    maxPerOrder: tickets.optional(),
    /** Tickets of one type in an order. */
    maxOfType: byType,
    /** Types with a limited number of tickets. */
    quotas: byType,
    /** Types that are sold only together with other types: one for each ticket of those. */
    onlyWith: z.record(slug, z.array(slug).min(1)).default({}),
    /** Types that nobody can buy any longer: those that were sold stay in `prices`. */
    notOffered: z.array(slug).optional(),
  })
  .refine(({ presold, quantity }) => presold <= quantity, {
    path: ['presold'],
    error: problem('presoldTooMany'),
  })
  .refine(({ onSale, onSaleFrom }) => !onSale || onSaleFrom === undefined, {
    path: ['onSaleFrom'],
    error: problem('alreadyOnSale'),
  })
  .refine(
    ({ onSaleFrom = '', onSaleUntil }) => onSaleUntil === undefined || onSaleUntil > onSaleFrom,
    {
      path: ['onSaleUntil'],
      error: problem('endsBeforeStart'),
    },
  )
  .superRefine(({ prices, maxOfType, quotas, onlyWith, notOffered = [] }, context) => {
    const check = (path: [string, string], type: string): void => {
      if (!Object.hasOwn(prices, type)) {
        const text = inBoth(fileLimitTexts.notInPrices, { type });
        context.addIssue({ code: 'custom', path, message: toLoadMessage(text), params: { text } });
      }
    };
    for (const type of Object.keys(maxOfType)) check(['maxOfType', type], type);
    for (const type of Object.keys(quotas)) check(['quotas', type], type);
    for (const type of notOffered) check(['notOffered', type], type);
    const [first] = Object.keys(prices);
    if (first !== undefined && Object.keys(prices).every((type) => notOffered.includes(type))) {
      context.addIssue({
        code: 'custom',
        path: ['notOffered', first],
        message: problem('noneOffered'),
      });
    }
    for (const [type, others] of Object.entries(onlyWith)) {
      for (const other of [type, ...others]) check(['onlyWith', type], other);
      if (others.includes(type)) {
        context.addIssue({
          code: 'custom',
          path: ['onlyWith', type],
          message: problem('namesItself'),
        });
      }
    }
  });

/** A photograph with its credit and alternative text. */
export const CoverFormat = z.strictObject({ file: plain, credit: both, alt: both });

interface LaterTexts {
  published: boolean;
  subtitle?: Partial<LocalizedText>;
  introduction?: Partial<LocalizedText>;
}

/** Texts that a concert may lack until it is published. */
const haveLaterTexts = (['subtitle', 'introduction'] as const).flatMap((name) =>
  languages.map((language) =>
    z.refine<LaterTexts>(
      ({ published, [name]: text }) => !published || text?.[language] !== '',
      // beside the errors of other fields, too
      { path: [name, language], error: EMPTY, when: ({ value }) => value instanceof Object },
    ),
  ),
);

/** A concert in the programme's files (docs/your-own-festival.md). */
export const ConcertFormat = z
  .strictObject({
    /** Identifies the concert when the programme is loaded again: do not change it after publication. */
    slug,
    title: both,
    subtitle: bothOfDraft,
    start: moment,
    /** Minutes, interval included. */
    duration: whole(1, 1440).optional(),
    venue: slug,
    /** The main key: it selects the light of the drawn cover. */
    key: key.optional(),
    /** Played by the academy: free entry, no tickets. */
    academy: z.boolean().default(false),
    longNight: z.boolean().default(false),
    published: z.boolean().default(true),
    introduction: bothOfDraft,
    /** A photograph instead of the drawn plate: a file of the programme's folder, or the name of a stored one. */
    cover: CoverFormat.optional(),
    information: z
      .array(z.strictObject({ type: z.enum(infoTypes), text: both }))
      .max(20)
      .default([]),
    /** By name; an ensemble may have another one in English. */
    musicians: z.record(plain, MusicianFormat).default({}),
    pieces: z.array(Piece).max(100),
    /** No tickets are sold if left out. */
    sale: Sale.optional(),
  })
  .refine(({ academy, sale }) => !academy || sale === undefined, {
    path: ['sale'],
    error: problem('academySale'),
  })
  .check(...haveLaterTexts);
