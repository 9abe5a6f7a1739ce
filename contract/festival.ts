// The festival, its site's texts and pages on the wire. getSite and getPage are our own additions.
import { z } from 'zod';
import { date } from './fields.ts';

export const FestivalResponse = z.object({
  data: z.object({
    name: z.string(),
    tagline: z.string(),
    year: z.int(),
    /** Null until they are known. */
    start_date_festival: date().nullable(),
    end_date_festival: date().nullable(),
  }),
});

/**
 * The season drawn as a panorama: one summit per concert, x and y fractions of the picture; 1200 × 630 to share.
 * For phones it comes in two halves, left and right.
 */
const Season = z.object({
  image_url: z.string(),
  phone_image_url: z.string(),
  phone_rest_image_url: z.string(),
  share_image_url: z.string(),
  summits: z.array(z.object({ concert_id: z.int(), x: z.number(), y: z.number() })),
  phone_summits: z.array(z.object({ concert_id: z.int(), x: z.number(), y: z.number() })),
});

/** The data of the association that every page needs, in the requested language. */
export const SiteResponse = z.object({
  data: z.object({
    name: z.string(),
    short_name: z.string(),
    /** Of the short name in the display face, in em. */
    short_name_width: z.number(),
    tagline: z.string(),
    claim: z.string(),
    year: z.int(),
    /** Null until they are known. */
    start_date_festival: date().nullable(),
    end_date_festival: date().nullable(),
    gaps: z.array(z.object({ from: date(), to: date(), label: z.string() })),
    association: z.object({
      name: z.string(),
      street: z.string(),
      postal_code: z.string(),
      city: z.string(),
      email: z.string(),
      phone: z.string(),
    }),
    links: z.object({
      masterclasses: z.string(),
      video: z.string(),
      photos: z.string(),
      social: z.string(),
    }),
    tax_note: z.string(),
    brochure_url: z.string(),
    terms_version: z.string(),
    season: Season,
    test_mode: z.boolean(),
  }),
});

const Section = z.object({ heading: z.string(), paragraphs: z.array(z.string()) });

/** The pages whose texts the association writes. */
export const pageNames = [
  'home',
  'about',
  'concerts',
  'imprint',
  'terms',
  'privacy',
  'accessibility',
] as const;

/** A page's texts: named sections in order, and the sponsors on the about page. */
export const PageResponse = z.object({
  data: z.object({
    title: z.string(),
    lead: z.string(),
    language: z.enum(['de', 'en']).meta({
      description: 'legal pages are German where the association has not translated them',
    }),
    version: z.string().nullable(),
    sections: z.array(Section.extend({ name: z.string() })),
    logo_groups: z.array(
      z.object({
        heading: z.string(),
        logos: z.array(z.object({ name: z.string(), line: z.string() })),
      }),
    ),
  }),
});
