import { z } from 'zod';
import { date, euro, dateTime } from './fields.ts';
import { infoTypes } from './codes.ts';

// The festival, its site's texts and pages on the wire. getSite and getPage are our own additions.

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
    /** By post: its price, and where it goes. */
    delivery: z.object({ total_price: euro(), country_ids: z.array(z.int()) }),
    /** The building before the mountains of the drawings. */
    foreground: z.enum(['abbey', 'none']),
    /** The festival's own logo in one colour, as an SVG path; null: the mark. */
    logo: z.object({ view_box: z.string(), path: z.string() }).nullable(),
    /** Whether the site is in German alone. */
    german_only: z.boolean(),
    /** Above the newsletter's field; '' for the usual words. */
    newsletter_label: z.string(),
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

// Concerts on the wire (api.md, Festival, concerts, countries).

/** A note on a concert, in both languages. */
export const InfoNote = z.object({
  id: z.int(),
  info_type: z.enum(infoTypes),
  info_text: z.object({ german: z.string(), english: z.string() }),
});

/** A venue; its coordinates are in degrees. */
export const Location = z.object({
  id: z.int(),
  slug: z.string(),
  venue: z.string(),
  description: z.string(),
  access_note: z.string().nullable(),
  street: z.string(),
  postalCode: z.string(),
  city: z.string(),
  latitude: z.number(),
  longitude: z.number(),
});

/** A musician and the instrument in a piece. */
export const Musician = z.object({
  id: z.int(),
  full_name: z.string(),
  instrument: z.object({ description_german: z.string(), description_english: z.string() }),
});

/** A piece of the programme; the list of concerts leaves out movements and musicians. */
export const Piece = z.object({
  id: z.int(),
  title: z.string(),
  opus: z.string().nullable(),
  tonality: z.string().nullable(),
  catalogue_no: z.string().nullable(),
  composer: z.object({
    id: z.int(),
    fullName: z.string(),
    yearOfBirth: z.int().nullable(),
    yearOfDeath: z.int().nullable(),
  }),
  movements: z.array(z.object({ id: z.int(), title: z.string(), lang: z.string() })).optional(),
  interval_after: z.boolean(),
  venue: z.string().optional().meta({ description: 'the room, if the concert has several' }),
  musicians: z.array(Musician).optional(),
});

/** A kind of ticket of a concert with its price and limits; `id` and `product_variation_id` are the same. */
export const TicketType = z.object({
  id: z.int(),
  product_variation_id: z.int(),
  price: euro(),
  max_per_order: z.int().nullable(),
  available: z.int().nullable().meta({ description: "what is left of the type's quota" }),
  only_with: z.array(z.int()).meta({ description: 'types of which each ticket needs one' }),
  name_german: z.string(),
  name_english: z.string(),
  note_german: z.string().nullable(),
  note_english: z.string().nullable(),
});

/** A concert's tickets on sale: in all, per order and by type. */
export const Product = z.object({
  id: z.int(),
  quantity: z.int().meta({ description: 'total limit' }),
  max_per_order: z.int(),
  tickets: z.array(TicketType),
});

/** A summit of a drawn panorama; x and y are fractions of the picture's width and height. */
const Summit = z.object({ x: z.number(), y: z.number(), piece: z.int(), movement: z.int() });

/** The concert drawn as a panorama, wide and for phones; summits in performance order. */
export const Panorama = z.object({
  image_url: z.string(),
  phone_image_url: z.string(),
  summits: z.array(Summit),
  light: z.string(),
});

/** A concert with its programme, notes and tickets; `available_quantity` counts all types together. */
export const Concert = z.object({
  id: z.int(),
  title: z.string(),
  subtitle: z.string(),
  introduction: z.string(),
  date: dateTime(),
  duration_minutes: z.int().nullable(),
  onsale: z.boolean(),
  on_sale_from: dateTime()
    .nullable()
    .meta({ description: 'planned start of sale; null without one, and once it is on sale' }),
  cancelled_at: dateTime().nullable().meta({ description: 'null unless it is cancelled' }),
  postponed_from: dateTime()
    .nullable()
    .meta({ description: 'its start before it was moved; null unless it was' }),
  notice: z
    .object({ german: z.string(), english: z.string() })
    .nullable()
    .meta({ description: 'why it is cancelled' }),
  tickets_at_box_office: z
    .boolean()
    .meta({ description: 'whether the box office has tickets left when the shop has none' }),
  available_quantity: z.int(),
  is_academy_concert: z.boolean(),
  is_long_night: z.boolean(),
  location: Location,
  cover_image: z.object({ image_url: z.string(), copyright: z.string() }),
  share_image_url: z.string(),
  panorama: Panorama,
  piecesFrom: z.array(z.object({ composer: z.string(), title: z.string() })),
  concert_information: z.array(InfoNote),
  program: z.object({ pieces: z.array(Piece) }),
  product: Product.nullable().meta({ description: 'null for free concerts' }),
});

export const ConcertResponse = z.object({ data: Concert });
export const ConcertsResponse = z.object({ data: z.array(Concert) });

export const Country = z.object({ id: z.int(), name_de: z.string(), name_en: z.string() });
export const CountriesResponse = z.object({ data: z.array(Country) });
