/** The code of an error of the system or of PostgreSQL, such as `ENOENT` or `23505`. */
export function errorCode(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('code' in error)) return undefined;
  return typeof error.code === 'string' ? error.code : undefined;
}

/** A reason not to start that the operator can remove: one line that says what is wrong and what to do. */
export class StartError extends Error {
  override name = 'StartError';
}

/** Ends the process with code 1. Prints a StartError as one line, anything else (a bug) with its stack. */
export function failStart(error: unknown): never {
  const text = error instanceof StartError ? error.message : describeBug(error);
  process.stderr.write(`${text}\n`);
  process.exit(1);
}

function describeBug(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
