import { useEffect, useEffectEvent } from 'react';
import { useFetcher, useRouteLoaderData } from 'react-router';
import type { SiteData } from './site.ts';
import type { loader, VisitData } from './visit-data.ts';
import type { Cart } from './visit.ts';

interface VisitState {
  /** null: not known yet, or none. */
  cart: Cart | null;
  /** Entries in the cart. */
  entries: number;
  user: VisitData['user'];
  isSignedIn: boolean;
  reload: () => void;
}

/** How many parts of the page have paused `reload`. */
let pauses = 0;

/** Pauses loading cart and user until the returned function is called: a payment is in progress. */
export function pauseVisit(): () => void {
  pauses += 1;
  return () => {
    pauses -= 1;
  };
}

/**
 * Cart and user as every component of a page shows them: at first from the hint in the page, then from
 * /ticketshop/visit. Like all data, they are loaded again after an action.
 */
export function useVisit(): VisitState {
  const { data, load } = useFetcher<typeof loader>({ key: 'visit' });
  const hint = useRouteLoaderData<SiteData>('site')?.hint;
  return {
    cart: data?.cart ?? null,
    entries: data ? (data.cart?.items.length ?? 0) : (hint?.entries ?? 0),
    user: data?.user ?? null,
    isSignedIn: data ? data.user !== null : (hint?.isSignedIn ?? false),
    reload: () => void (pauses === 0 && load('/ticketshop/visit')),
  };
}

/** The visit of a page on which tickets can be chosen or changed: it needs the cart at once. */
export function useLoadedVisit(): VisitState {
  const visit = useVisit();
  const loadFirst = useEffectEvent(() => {
    if (visit.cart === null) visit.reload();
  });
  useEffect(() => {
    // not in the task that hydrates the page
    const first = setTimeout(() => loadFirst());
    return () => clearTimeout(first);
  }, []);
  return visit;
}
