import type { OfficeDeps } from '../command.ts';
import type { AuditEntry } from '../audit/write-audit-event.ts';
import { unknownThing } from '../office-problem.ts';
import { readPersonKey, toPersonMark } from './person-key.ts';

/** Finds the person of a command: the page names a key, the command line an e-mail address. 404 for an unknown key. */
export function findEmail(
  deps: OfficeDeps,
  { key, email }: { key: string; email: string },
): string {
  const found = key === '' ? email.trim() : readPersonKey(deps.tokens, key);
  if (found === null || found === '') throw unknownThing();
  return found.toLowerCase();
}

/** The person in the audit log, which holds no address. */
export function personThing(deps: OfficeDeps, email: string): AuditEntry['thing'] {
  const mark = toPersonMark(deps.tokens, email);
  return { kind: 'person', id: mark, name: mark };
}
