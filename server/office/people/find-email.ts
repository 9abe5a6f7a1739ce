import type { OfficeDeps } from '../command.ts';
import { unknownThing } from '../office-problem.ts';
import { readPersonKey } from './person-key.ts';

/** Finds the person of a command: the page names a key, the command line an e-mail address. 404 for an unknown key. */
export function findEmail(
  deps: OfficeDeps,
  { key, email }: { key: string; email: string },
): string {
  const found = key === '' ? email.trim() : readPersonKey(deps.tokens, key);
  if (found === null || found === '') throw unknownThing();
  return found.toLowerCase();
}
