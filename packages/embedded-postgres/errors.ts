/** A reason not to start that the operator can remove: one line that says what is wrong and what to do. */
export class StartError extends Error {
  override name = 'StartError';
}

/** The code of an error of the system or of PostgreSQL, such as `ENOENT` or `23505`. */
export function errorCode(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('code' in error)) return undefined;
  return typeof error.code === 'string' ? error.code : undefined;
}
