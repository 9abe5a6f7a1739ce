// A concert as one document (office.md 5): what `load`, the office's form, its history and the export read and write.
// The rules are in server/programme/concert-format.ts.
import type { InfoType } from '../codes.ts';

/** Languages of movements, whose titles are not translated. */
export const movementLanguages = ['it', 'de', 'fr', 'hu', 'cs', 'en', 'la'] as const;

export type MovementLanguage = (typeof movementLanguages)[number];

interface Both {
  de: string;
  en: string;
}

/** A work of a concert. */
interface PieceDocument {
  composer: string;
  title: Both;
  opus?: string | undefined;
  tonality?: string | undefined;
  catalogueNo?: string | undefined;
  /** Of the movements that name none. */
  lang?: MovementLanguage | undefined;
  movements: { title: string; lang: MovementLanguage }[];
  /** Names of musicians; all of them if left out. */
  playedBy?: string[] | undefined;
  venue?: string | undefined;
  intervalAfter: boolean;
}

/** The sale of a concert. */
export interface SaleDocument {
  onSale: boolean;
  quantity: number;
  presold: number;
  ticketsAtBoxOffice: boolean;
  /** In EUR, by the ticket type's slug. */
  prices: Record<string, number>;
  maxPerOrder?: number | undefined;
  maxOfType: Record<string, number>;
  quotas: Record<string, number>;
  onlyWith: Record<string, string[]>;
  /** Types that are no longer offered, by slug. */
  notOffered?: string[] | undefined;
  /** Planned start and end, Europe/Berlin, '2025-05-01 10:00'. */
  onSaleFrom?: string | undefined;
  onSaleUntil?: string | undefined;
}

/** A concert without its publication, which is a state and no content. */
export interface ConcertDocument {
  slug: string;
  title: Both;
  subtitle: Both;
  /** Europe/Berlin, '2025-08-23 19:30'. */
  start: string;
  /** Minutes. */
  duration?: number | undefined;
  venue: string;
  key?: string | undefined;
  academy: boolean;
  longNight: boolean;
  introduction: Both;
  /** A photograph instead of the drawn plate; `file` is `<name>.jpg` of a stored image. */
  cover?: { file: string; credit: Both; alt: Both } | undefined;
  information: { type: InfoType; text: Both }[];
  /** By name, in the order of the page. */
  musicians: Record<string, { instrument: string; en?: string | undefined }>;
  pieces: PieceDocument[];
  sale?: SaleDocument | undefined;
}
