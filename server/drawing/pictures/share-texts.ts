import type { Language } from '#contract/language.ts';
import { formatDate, formatDateRange, formatTime } from '#contract/format.ts';
import type { FestivalContent } from '../../programme/programme-format.ts';
import type { PictureSource } from './picture-source.ts';
import type { ShareWords } from './plan-pictures.ts';

/** Text under the title of a share image: day, time and venue. */
export function shareLine(row: PictureSource, language: Language): string {
  const start = row.starts_at.toISOString();
  const venue = language === 'de' ? row.venue.name_de : row.venue.name_en;
  return [formatDate(start, language), formatTime(start, language), venue].join(' · ');
}

/** Wordmark, dates and tagline for the season's share image. */
export function seasonWords(
  festival: Pick<FestivalContent, 'shortName' | 'tagline' | 'year' | 'startDate' | 'endDate'>,
  language: Language,
): ShareWords {
  return {
    title: festival.shortName,
    line: formatDateRange(festival.startDate, festival.endDate, language) || String(festival.year),
    note: festival.tagline[language],
  };
}
