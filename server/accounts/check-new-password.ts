import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { FieldMessageKey } from '#contract/field-messages.ts';
import { passwordProblem } from '#contract/rules.ts';
import { invalidField } from '../platform/http/problem.ts';

/** Common passwords of the required length, in lower case, one per line. */
const commonPasswords = new Set(
  readFileSync(path.join(import.meta.dirname, 'common-passwords.txt'), 'utf8').split('\n'),
);

const messages = {
  short: 'PASSWORD_TOO_SHORT',
  long: 'PASSWORD_TOO_LONG',
  email: 'PASSWORD_IS_EMAIL',
} as const satisfies Record<string, FieldMessageKey>;

/** Why a new password is invalid, as the key of a message; null when it is valid (api.md, Accounts). */
export function newPasswordProblem(password: string, email: string): FieldMessageKey | null {
  const problem = passwordProblem(password, email);
  if (problem !== null) return messages[problem];
  return commonPasswords.has(password.toLowerCase()) ? 'PASSWORD_COMMON' : null;
}

/** 422 on the field `password` when the password is invalid. */
export function checkNewPassword(password: string, email: string): void {
  const problem = newPasswordProblem(password, email);
  if (problem !== null) throw invalidField('password', problem);
}
