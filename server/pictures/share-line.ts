import type { Language } from '#contract/language.ts';
import { formatDate, formatTime } from '#contract/format.ts';
import type { PictureSource } from './picture-source.ts';

/** What stands under the title of a share image: day, time and venue. */
export function shareLine(row: PictureSource, language: Language): string {
  const moment = row.starts_at.toISOString();
  const venue = language === 'de' ? row.venue.name_de : row.venue.name_en;
  return [formatDate(moment, language), formatTime(moment, language), venue].join(' · ');
}
