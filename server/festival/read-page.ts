import type { z } from 'zod';
import type { PageResponse, pageNames } from '#contract/festival.ts';
import type { Language } from '#contract/language.ts';
import type { FestivalContent } from '../programme/programme-format.ts';

export type PageName = (typeof pageNames)[number];
type PageData = z.infer<typeof PageResponse>['data'];

/** Reads a page's texts in one language; legal pages in German unless translated (clarifications.md, Pages). */
export function readPage(content: FestivalContent, page: PageName, language: Language): PageData {
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
      logo_groups: logoGroups.map((group) => ({
        heading: group.heading[language],
        logos: group.logos.map((logo) => ({ name: logo.name, line: logo.line[language] })),
      })),
    };
  }
  const { title, version, sections } = content.legal[page];
  const isTranslated = language === 'en' && sections.every(({ en }) => en !== undefined);
  return {
    title,
    lead: '',
    language: isTranslated ? 'en' : 'de',
    version,
    sections: sections.map(({ name, heading, paragraphs, en }) => ({
      name,
      ...((isTranslated && en) || { heading, paragraphs }),
    })),
    logo_groups: [],
  };
}
