import { toEmailKey } from '#contract/email-address.ts';
import { readPersonKey } from '../platform/security/person-key.ts';
import type { Deps } from '../deps.ts';
import { Problem } from '../platform/problem.ts';

/** Finds the person of a command: the page names a key, the command line an e-mail address. 404 for an unknown key. */
export function getEmail(deps: Deps, { key, email }: { key: string; email: string }): string {
  const found = key === '' ? toEmailKey(email) : readPersonKey(deps.tokens, key);
  if (found === null || found === '') throw new Problem('not_found');
  return found;
}
