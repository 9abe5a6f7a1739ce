import type { HeaderHandle } from '../layout/site-header.tsx';
import { useEffect, useRef, type ReactNode } from 'react';
import { PageHead } from '../platform/page-head.tsx';
import { useSite } from '../platform/site.ts';
import { Picture } from '../ui/picture.tsx';
import { isLocalPath } from '../platform/language.tsx';
import './account.css';

interface AccountScreenProps {
  title: string;
  /** Whether the form has errors: the page's title shows it. */
  failed?: boolean;
  children: ReactNode;
}

/** A white sheet before the season's panorama, which fills the screen (product.md 2). */
export function AccountScreen({ title, failed = false, children }: AccountScreenProps) {
  return (
    <div className="account-screen">
      <PageHead title={title} failed={failed} noindex />
      <Panorama />
      <div className="wrap">
        <div className="sheet account-screen__sheet">
          <h1 className="account-screen__title" tabIndex={-1}>
            {title}
          </h1>
          {children}
        </div>
      </div>
    </div>
  );
}

/** Missing while the festival's data is unavailable; the sky is enough then. */
function Panorama() {
  const { season } = useSite();
  if (season.wide === '') return null;
  return (
    <Picture
      className="account-screen__picture"
      drawing="season"
      wide={season.wide}
      phone={season.phone}
    />
  );
}

/** Places the header of an account screen on the season's sky. */
export const handle: HeaderHandle = { header: () => ['on-sky'] };

/** Replaces a form and takes its focus, so that the keyboard does not start at the top of the page again. */
export function FormResult({ children }: { children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => place.current?.focus(), []);
  return (
    <div className="form__result" ref={place} tabIndex={-1}>
      {children}
    </div>
  );
}

/** Where to go after the login: a path of this site, or the personal area. */
export function nextPath(search: URLSearchParams): string {
  const next = search.get('next') ?? '';
  return isLocalPath(next) ? next : '/user';
}

/** The address of a page on the way to the login, or of the login itself, that keeps the same next path. */
export function withNext(path: string, search: URLSearchParams): string {
  const next = search.get('next');
  if (next === null) return path;
  return `${path}${path.includes('?') ? '&' : '?'}next=${encodeURIComponent(next)}`;
}
