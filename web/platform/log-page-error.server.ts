import { isRouteErrorResponse } from 'react-router';

/**
 * For `handleError`: passes on an error that no page expects, once. Not the failure of a request that
 * nobody waits for, nor an address or a method that React Router itself refuses.
 */
export function logPageError(
  error: unknown,
  { signal }: Request,
  onError: (error: unknown) => void,
): void {
  const isRefused = isRouteErrorResponse(error) && error.status < 500;
  if (!signal.aborted && !isRefused) onError(error);
}
