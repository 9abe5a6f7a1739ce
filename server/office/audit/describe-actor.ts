import type { Language } from '#contract/language.ts';
import { auditTexts } from '#messages/office/audit.ts';

/** Columns of an entry that say who acted. */
export interface ActorColumns {
  actor_id: number | null;
  actor_name: string;
}

/**
 * Names who acted, in the reader's language: a person by name, a user of the command line as such (office.md 11); ''
 * for strangers. Only the command line has a name without an id: no scheduled job writes an entry.
 */
export function describeActor(
  { actor_id: id, actor_name: user }: ActorColumns,
  language: Language,
): string {
  if (id !== null || user === '') return user;
  return auditTexts.commandLine[language]({ user });
}
