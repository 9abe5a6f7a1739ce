/** HTTP status of a failed call; 0 for anything else. The server's own errors carry it, too. */
export function statusOf(error: unknown): number {
  if (typeof error !== 'object' || error === null || !('status' in error)) return 0;
  return typeof error.status === 'number' ? error.status : 0;
}
