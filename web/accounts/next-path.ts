import { isLocalPath } from '../platform/language.tsx';

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
