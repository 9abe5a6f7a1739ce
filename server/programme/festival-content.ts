import { readFileSync } from 'node:fs';
import { create, type ParsedFont } from 'fontkit';
import type { Pool } from 'pg';
import type { Language, LocalizedText } from '#contract/language.ts';
import type { PostalDelivery } from '#contract/delivery.ts';
import { deliveryOf } from './delivery.ts';
import { coloursOf } from './look.ts';
import { toSources } from '../cover-images/cover-image-urls.ts';
import type { Photo } from './concert.ts';
import type { CoverRow } from './list-concert-rows.ts';
import type { FestivalContent } from './programme-format.ts';
import type { EmailSender } from '../platform/mail/email.ts';
import { StartError } from '../platform/errors.ts';
import type { pageNames } from '#contract/programme.ts';

let display: ParsedFont | undefined;

/**
 * Between characters (as in home.css) and of a character that only another font has, in em; and a factor, because
 * glyphs are a little wider than their advance.
 */
const widths = { betweenCharacters: -0.033, missingGlyph: 1, factor: 1.006 };

/** The width of the wordmark in em, so that the home page can set it across the screen. */
export function measureWordmark(shortName: string): number {
  display ??= create(readFileSync(new URL('../drawing/pdf/fonts/display.ttf', import.meta.url)));
  let width = 0;
  for (const character of shortName) {
    const codePoint = character.codePointAt(0) ?? 0;
    const advance = display.hasGlyphForCodePoint(codePoint)
      ? display.glyphForCodePoint(codePoint).advanceWidth / display.unitsPerEm
      : widths.missingGlyph;
    width += advance + widths.betweenCharacters;
  }
  return Math.round(width * widths.factor * 1000) / 1000;
}

/** A notice of the association on every public page (office.md 5.2). */
export interface Notice {
  text: LocalizedText;
  /** A concert that it leads to. */
  concertId: number | null;
  /** ISO 8601; then it goes by itself. */
  until: string;
}

/** The festival's content in memory; reloaded with the programme. */
export interface FestivalStore {
  content(): FestivalContent;
  /** What public pages say now; null without, and from its end on. */
  notice(): Notice | null;
  /** Delivery by post as it is now; what is frozen stays. */
  delivery(): PostalDelivery;
  /** The picture of this place, if the festival has its own. @param base of its addresses; '' is this server */
  picture(place: 'home' | 'sitePlan', base: string): Photo | null;
  reload(): Promise<void>;
  /** For head and foot of every mail. */
  sender(language: Language, publicUrl: string): EmailSender;
}

/** Loads the festival. Throws StartError if the database has none. */
export async function loadFestival(pool: Pool): Promise<FestivalStore> {
  let { content, notice, images } = await read(pool);
  return {
    content: () => content,
    notice: () => (notice !== null && Date.parse(notice.until) > Date.now() ? notice : null),
    delivery: () => deliveryOf(content.delivery),
    picture(place, base) {
      const own = content.look?.[place];
      if (typeof own !== 'object') return null;
      const image = images.find(({ name }) => own.file === `${name}.jpg`);
      return image ? { ...toSources(image, base), alt: own.alt } : null;
    },
    async reload() {
      ({ content, notice, images } = await read(pool));
    },
    sender(language, publicUrl) {
      const { name, street, postalCode, city, email } = content.association;
      return {
        name: content.name,
        tagline: content.tagline[language],
        addressLines: [name, street, `${postalCode} ${city}`],
        email,
        siteUrl: publicUrl,
        colours: coloursOf(content.look),
        ...(content.delivery?.note && { postalNote: content.delivery.note[language] }),
      };
    },
  };
}

interface FestivalRow {
  content: FestivalContent;
  notice: Notice | null;
  /** That the look names. */
  images: Pick<CoverRow, 'name' | 'width' | 'height'>[];
}

async function read(pool: Pool): Promise<FestivalRow> {
  const { rows } = await pool.query<FestivalRow>(
    `select content, notice, array(
       select jsonb_build_object('name', name, 'width', width, 'height', height) from cover_image
       where name || '.jpg' in (content #>> '{look,home,file}', content #>> '{look,sitePlan,file}')) as images
     from festival`,
  );
  const [row] = rows;
  if (row === undefined) {
    throw new StartError(
      'The database has no festival yet; load one with "npm run office -- load FILE", or start with DEMO=1.',
    );
  }
  return row;
}

export type PageName = (typeof pageNames)[number];

/** Reads a page's texts in one language; legal pages in German unless translated (product.md 2). */
export function readPage(content: FestivalContent, page: PageName, language: Language) {
  if (page === 'home' || page === 'about' || page === 'concerts') {
    const { title, lead, sections, logoGroups } = content.pages[page];
    return {
      title: title[language],
      lead: lead[language],
      language,
      version: null,
      sections: sections.map((section) => ({
        name: section.name,
        heading: section.heading[language],
        paragraphs: section.paragraphs[language],
      })),
      logoGroups: logoGroups.map((group) => ({
        heading: group.heading[language],
        logos: group.logos.map((logo) => ({ name: logo.name, line: logo.line[language] })),
      })),
    };
  }
  const { title, version, sections } = content.legal[page];
  const isTranslated = language === 'en' && sections.every(({ en }) => en !== undefined);
  const translation: Language = isTranslated ? 'en' : 'de';
  return {
    title,
    lead: '',
    language: translation,
    version,
    sections: sections.map(({ name, heading, paragraphs, en }) => ({
      name,
      ...((isTranslated && en) || { heading, paragraphs }),
    })),
    logoGroups: [],
  };
}
