import { StartError } from '#packages/embedded-postgres/errors.ts';

// the whole server's start fails as the start of its database does
export { StartError, errorCode } from '#packages/embedded-postgres/errors.ts';

/** Ends the process with code 1. Prints a StartError as one line, anything else (a bug) with its stack. */
export function failStart(error: unknown): never {
  const text = error instanceof StartError ? error.message : describeBug(error);
  process.stderr.write(`${text}\n`);
  process.exit(1);
}

function describeBug(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
