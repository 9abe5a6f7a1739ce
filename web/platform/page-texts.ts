import type { InputOf, OutputOf, Visit } from './visit.ts';

/** A page's texts as the association wrote them . */
export type PageTexts = OutputOf<'festival:page'>;
export type PageSection = PageTexts['sections'][number];

/** Sections by name; null: the association has none of that name. */
export type Sections<Name extends string> = Record<Name, PageSection | null>;

/** The sections a page shows; others are not sent with it. */
export function sectionsOf<const Name extends string>(
  page: PageTexts | null,
  names: readonly Name[],
): Sections<Name> {
  const find = (name: Name) => page?.sections.find((section) => section.name === name) ?? null;
  return Object.fromEntries(names.map((name) => [name, find(name)])) as Sections<Name>;
}

/** A page's texts, or null: a missing text must not make the whole page fail. */
export async function loadPageTexts(
  visit: Visit,
  page: InputOf<'festival:page'>['page'],
): Promise<PageTexts | null> {
  return (await visit.tryRead('festival:page', { page })).output;
}
