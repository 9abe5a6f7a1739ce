/** A programme that cannot be read or loaded. The message is for the person who wrote it. */
export class ProgrammeError extends Error {
  override readonly name = 'ProgrammeError';
}
