import type { z } from 'zod';
import type { Panorama } from '#contract/concerts.ts';
import type { SiteResponse } from '#contract/festival.ts';
import type { Language } from '#contract/language.ts';

/** URLs of a concert's pictures, with the positions of its summits. */
export interface ConcertPictures {
  cover: string;
  thumbnail: string;
  copyright: { de: string; en: string };
  /** Share images carry title and date, so there is one per language. */
  share: { de: string; en: string };
  panorama: z.infer<typeof Panorama>;
}

export type SeasonPictures = z.infer<typeof SiteResponse>['data']['season'];

/** Finds the pictures of the programme, which are drawn when it is loaded, never in a request. */
export interface Pictures {
  ofConcert(concertId: number): ConcertPictures;
  ofSeason(language: Language): SeasonPictures;
}
