import type { Answer } from '#contract/endpoints.ts';
import type { ApiClient } from './api-client.ts';

/** A page's texts as the association wrote them (contract, getPage). */
export type PageTexts = Answer<'getPage'>['data'];
export type PageSection = PageTexts['sections'][number];

/** The section of that name; undefined when the association has none. */
export function sectionOf(page: PageTexts | null, name: string): PageSection | undefined {
  return page?.sections.find((section) => section.name === name);
}

/** The page with these sections only: others need not travel with it. */
export function withSections(page: PageTexts | null, names: string[]): PageTexts | null {
  return page && { ...page, sections: page.sections.filter(({ name }) => names.includes(name)) };
}

/** A page's texts, or null: a missing text must not take the rest of the page with it. */
export async function findPage(
  api: ApiClient,
  page: Parameters<typeof pageInput>[0],
): Promise<PageTexts | null> {
  return api.call('getPage', pageInput(page)).then(
    (answer) => answer.data,
    () => null,
  );
}

type PageName = 'home' | 'about' | 'concerts' | 'imprint' | 'terms' | 'privacy' | 'accessibility';

const pageInput = (page: PageName) => ({ params: { page } });
