import type { NavigateFunction } from 'react-router';

let routerNavigate: NavigateFunction | undefined;

/** The root hands over React Router's navigate, so that the API client can leave a page, too. */
export function setNavigate(navigate: NavigateFunction): void {
  routerNavigate = navigate;
}

let onTheWay: string | null = null;

/** The root tells which path and query are being loaded; null when the page stands. */
export function setPathOnTheWay(path: string | null): void {
  onTheWay = path;
}

/** Path and query that are being loaded, whose loaders are at work; null when the page stands. */
export const pathOnTheWay = () => onTheWay;

/** Goes to a path of the site from outside a component. */
export function goTo(path: string, options: { replace?: boolean } = {}): void {
  if (routerNavigate) void routerNavigate(path, options);
  else window.location.assign(path);
}
