import { useMatches } from 'react-router';

/** How a header stands: over the page's picture, as wide as that, in moonlight. */
export type HeaderVariant = 'on-sky' | 'wide' | 'moonlit';

/**
 * A route exports this as `handle` if its header is not the usual one. The header comes before its page: were it to
 * find out from that how to stand, everything would move when the page arrives a moment later.
 */
export interface HeaderHandle<Data = unknown> {
  /** @param data what the route's loader gave; undefined if it failed */
  header: (data: Data | undefined) => HeaderVariant[];
}

/** The variants that the routes of this page ask for. */
export function useHeaderVariant(): HeaderVariant[] {
  return useMatches().flatMap(({ handle, loaderData }) => {
    const asks = handle as HeaderHandle | undefined;
    return asks === undefined ? [] : asks.header(loaderData);
  });
}
