/** A reason not to start that the operator can mend: one line saying what is wrong and what to do. */
export class StartError extends Error {
  override name = 'StartError';
}

/** Ends the process with code 1: a StartError as its one line, anything else (a bug) with its stack. */
export function failStart(error: unknown): never {
  const text = error instanceof StartError ? error.message : describeBug(error);
  process.stderr.write(`${text}\n`);
  process.exit(1);
}

function describeBug(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
