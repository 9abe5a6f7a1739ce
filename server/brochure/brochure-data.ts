// Content of the brochure as plain data in one language, so that it can be sent to a thread.
import type { Language } from '#contract/language.ts';
import type { DatedConcert } from '#packages/plates/plate.ts';

export interface BrochureData {
  language: Language;
  festival: {
    name: string;
    /** Wordmark. */
    shortName: string;
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
  /** Copyright line of the drawings. */
  copyright: string;
}

export interface BrochureText {
  heading: string;
  paragraphs: string[];
}

export interface LogoGroup {
  heading: string;
  logos: { name: string; line: string }[];
}

export interface BrochureAssociation {
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
