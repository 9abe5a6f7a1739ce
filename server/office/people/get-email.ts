import { toEmailKey } from '#contract/email-address.ts';
import type { OfficeDeps } from '../command.ts';
import { notFound } from '../office-problem.ts';
import { readPersonKey } from './person-key.ts';

/** Finds the person of a command: the page names a key, the command line an e-mail address. 404 for an unknown key. */
export function getEmail(deps: OfficeDeps, { key, email }: { key: string; email: string }): string {
  const found = key === '' ? toEmailKey(email) : readPersonKey(deps.tokens, key);
  if (found === null || found === '') throw notFound();
  return found;
}
