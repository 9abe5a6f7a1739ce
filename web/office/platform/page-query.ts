import type { PageQuery } from '#contract/office/lists.ts';

/** The page of a list that an address asks for. */
export function pageQuery(url: URL): PageQuery {
  const { searchParams: parameters } = url;
  return {
    older: parameters.get('older') ?? undefined,
    newer: parameters.get('newer') ?? undefined,
  };
}
