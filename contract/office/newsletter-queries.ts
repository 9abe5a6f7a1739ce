// Data for the screen of the newsletter (office.md 8.2).
import type { Language } from '../language.ts';
import type { CsvOptions, ListPage, Paging } from './lists.ts';

/** States of a subscription (office.md 8.2). */
export const subscriptionStates = ['confirmed', 'waiting', 'off'] as const;

export type SubscriptionState = (typeof subscriptionStates)[number];

/** A subscriber with the proof of the double opt-in. Times are ISO 8601. */
export interface SubscriberDto {
  id: number;
  email: string;
  language: Language;
  state: SubscriptionState;
  isDaily: boolean;
  isGeneral: boolean;
  isPostal: boolean;
  askedAt: string;
  confirmedAt: string | null;
}

/** How many subscribers there are, by state and by preference. */
export interface SubscriberCounts {
  confirmed: number;
  waiting: number;
  off: number;
  /** Confirmed ones with general news. */
  general: number;
  daily: number;
  postal: number;
}

/** The queries of this feature. */
export type NewsletterQueries = {
  'newsletter:list': {
    input: Paging & { q: string; state: string };
    output: ListPage<SubscriberDto> & { counts: SubscriberCounts };
  };
  /** The confirmed ones. */
  'newsletter:csv': { input: { q: string } & CsvOptions; output: AsyncIterable<string> };
};
