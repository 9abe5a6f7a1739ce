import { matchPath } from 'react-router';
import { screens, type ScreenRoles } from '#contract/office/screens.ts';

/** A screen of the table with the roles that may open it. */
export interface Screen {
  path: string;
  roles: ScreenRoles;
}

/** The screen at a path; null for an unknown one, which nobody may open. Paths are exact: none ends in a slash. */
export function findScreen(pathname: string): Screen | null {
  // React Router's data of a page follows the rules of the page
  const page = pathname.replace(/\.data$/, '');
  // matchPath ignores a slash at the end
  if (page.endsWith('/')) return null;
  for (const [path, roles] of Object.entries(screens)) {
    if (matchPath({ path, end: true, caseSensitive: true }, page) !== null) return { path, roles };
  }
  return null;
}
