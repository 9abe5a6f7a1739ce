import { useEffect, useRef, useState, useEffectEvent } from 'react';
import {
  useLocation,
  NavigationType,
  useNavigationType,
  useFetcher,
  useFetchers,
  useNavigate,
  useNavigation,
  useRouteLoaderData,
} from 'react-router';
import {
  clearAlertOnNavigation,
  consumeFlash,
  showFlash,
  showFlashOnNextPage,
} from '../platform/alerts.ts';
import { focusHeading, restoreLostFocus } from '../platform/focus.ts';
import { CART_REFETCH_MS } from '#contract/constants.ts';
import type { SiteData } from '../platform/site.ts';
import { useVisit } from '../platform/use-visit.ts';
import type { loader } from '../platform/visit-data.ts';
import { hasStoredVisit, saveVisit, watchStoredVisit } from '../platform/visit-storage.ts';

/** After a navigation: clears alerts, announces the new page's title and focuses its heading. */
export function NavigationEffects() {
  const type = useNavigationType();
  const [announced, setAnnounced] = useState('');
  useEffect(restoreLostFocus, []);

  useArrival((isOtherPath) => {
    clearAlertOnNavigation();
    if (!isOtherPath) return;
    setAnnounced(document.title);
    // Going back restores the scroll position; focusing the heading must not undo that.
    focusHeading(type === NavigationType.Pop);
  });

  return (
    <p className="visually-hidden" aria-live="polite">
      {announced}
    </p>
  );
}

/** Runs after every navigation of the browser within the site, not for the first page. */
export function useOnNavigation(run: () => void): void {
  const { key } = useLocation();
  const last = useRef(key);
  useEffect(() => {
    if (last.current === key) return;
    last.current = key;
    run();
  });
}

/** The last location; outlives the frame, which an error remounts. */
let last: { key: string; pathname: string } | null = null;

/** Runs after a navigation, for the frame: says whether the path is another one. */
function useArrival(run: (isOtherPath: boolean) => void): void {
  const { key, pathname } = useLocation();
  useEffect(() => {
    const before = last;
    if (before?.key === key) return;
    last = { key, pathname };
    if (before !== null) run(before.pathname !== pathname);
  });
}

/**
 * Loads cart and user of a hydrated page: at its start if there may be any, after every navigation, every
 * 60 seconds (product.md 4), and when another tab has changed them.
 */
export function VisitEffects() {
  const { entries, isSignedIn, reload } = useVisit();
  const start = useEffectEvent(() => {
    if (entries > 0 || isSignedIn || hasStoredVisit()) reload();
  });
  const reloadNow = useEffectEvent(reload);
  useOnNavigation(reload);
  useEffect(() => {
    // not in the task that hydrates the page
    const first = setTimeout(() => start());
    const timer = setInterval(() => reloadNow(), CART_REFETCH_MS);
    const stopWatching = watchStoredVisit(() => reloadNow());
    const onPageShow = ({ persisted }: PageTransitionEvent) => persisted && reloadNow();
    window.addEventListener('pageshow', onPageShow);
    return () => {
      clearTimeout(first);
      clearInterval(timer);
      stopWatching();
      window.removeEventListener('pageshow', onPageShow);
    };
  }, []);
  useVisitResult();
  return null;
}

/** Stores the loaded visit for other tabs, shows its message, and leaves pages that need a user when there is none. */
function useVisitResult(): void {
  const { data } = useFetcher<typeof loader>({ key: 'visit' });
  const { key, pathname, search } = useLocation();
  const navigate = useNavigate();
  const navigation = useNavigation();
  const fetchers = useFetchers();
  const hint = useRouteLoaderData<SiteData>('site')?.hint;
  // the session may end between the page and the first load
  const wasSignedIn = useRef(hint?.isSignedIn ?? false);
  const hadUser = useRef(false);
  const show = useEffectEvent((visit: NonNullable<typeof data>) => {
    saveVisit(visit);
    const { user, sessionEnded } = visit;
    // the router may have finished while React still renders the previous page
    const isNavigating = navigation.state !== 'idle' || keyOfEntry() !== key;
    // the message of a form in progress may be for the page it leads to; the visit is loaded again after it
    const isSubmitting = fetchers.some(({ state }) => state === 'submitting');
    // a public page stays for a visitor who comes back long after the session, and after a logout
    const needsUser = pathname.startsWith('/user');
    const endsHere = hadUser.current && sessionEnded !== null && !isSubmitting;
    const isLeaving = user === null && (needsUser ? wasSignedIn.current : endsHere);
    const flash = (isSubmitting ? null : consumeFlash()) ?? sessionEnded;
    // a redirect's message may arrive before its page
    if (flash && (isLeaving || isNavigating)) showFlashOnNextPage(flash);
    else if (flash) showFlash(flash === sessionEnded ? { ...flash, toLogin: true } : flash);
    // a form in progress leads to the login, too, and a second navigation would clear its message
    if (isLeaving && isSubmitting) return;
    wasSignedIn.current = user !== null;
    hadUser.current = user !== null;
    if (isLeaving && !isNavigating) {
      void navigate(
        sessionEnded ? `/auth/login?next=${encodeURIComponent(pathname + search)}` : '/',
      );
    }
  });
  useEffect(() => {
    if (data) show(data);
  }, [data]);
}

/** The location's key in the browser's history, where React Router stores it. */
function keyOfEntry(): string {
  const state = window.history.state as { key?: string } | null;
  return state?.key ?? 'default';
}
