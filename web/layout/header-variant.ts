import { useMatches } from 'react-router';

/** How a header looks: over the page's picture, as wide as that picture, in moonlight. */
export type HeaderVariant = 'on-sky' | 'wide' | 'moonlit';

/**
 * A route exports this as `handle` if its header is not the usual one. The header is rendered before its page: if it
 * learnt its variant from the page, everything would move when the page arrives.
 */
export interface HeaderHandle<Data = unknown> {
  /** @param data the route's loader data; undefined if it failed */
  header: (data: Data | undefined) => HeaderVariant[];
}

/** The header variants of this page's routes. */
export function useHeaderVariant(): HeaderVariant[] {
  return useMatches().flatMap(({ handle, loaderData }) => {
    const variants = handle as HeaderHandle | undefined;
    return variants === undefined ? [] : variants.header(loaderData);
  });
}
