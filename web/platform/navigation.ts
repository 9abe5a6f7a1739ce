import type { NavigateFunction } from 'react-router';

let routerNavigate: NavigateFunction | undefined;

/** The root hands over React Router's navigate, so that the API client can leave a page, too. */
export function setNavigate(navigate: NavigateFunction): void {
  routerNavigate = navigate;
}

/** Goes to a path of the site from outside a component. */
export function goTo(path: string, options: { replace?: boolean } = {}): void {
  if (routerNavigate) void routerNavigate(path, options);
  else window.location.assign(path);
}
