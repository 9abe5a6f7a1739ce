import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Pool } from 'pg';
import type { FieldProblem } from '#contract/field-messages.ts';
import { passwordProblem } from '#contract/rules.ts';
import { invalidField } from '../platform/problem.ts';

/** Common passwords of the required length, in lower case; the head of the file says where they come from. */
const commonPasswords = new Set(
  readFileSync(path.join(import.meta.dirname, 'common-passwords.txt'), 'utf8')
    .split('\n')
    .filter((line) => !/^#( |$)/.test(line)),
);

/** Words that an attacker would try first at a festival; its own name comes from the programme. */
const FESTIVAL_WORDS =
  'festival musik music konzert concert sommer summer karte karten ticket tickets passwort password'.split(
    ' ',
  );
/** A password with such words needs at least this many other alphabetic characters. */
const MIN_OTHER_LETTERS = 4;

const messages = {
  short: 'PASSWORD_TOO_SHORT',
  long: 'PASSWORD_TOO_LONG',
  email: 'PASSWORD_IS_EMAIL',
} as const satisfies Record<string, FieldProblem>;

/** Why a new password is invalid, as the key of a message; null when it is valid (api.md, Accounts). */
export async function findPasswordProblem(
  pool: Pool,
  password: string,
  email: string,
): Promise<FieldProblem | null> {
  const problem = passwordProblem(password, email);
  if (problem !== null) return messages[problem];
  if (commonPasswords.has(password.toLowerCase())) return 'PASSWORD_COMMON';
  const isOwnWord = hasOnlyWords(password, [...(await listFestivalNames(pool)), ...FESTIVAL_WORDS]);
  return isOwnWord ? 'PASSWORD_COMMON' : null;
}

/** 422 on the field `password` when the password is invalid. */
export async function checkNewPassword(pool: Pool, password: string, email: string): Promise<void> {
  const problem = await findPasswordProblem(pool, password, email);
  if (problem !== null) throw invalidField('password', problem);
}

/** The words of the names of festival and association, and of the city, without short ones. */
async function listFestivalNames(pool: Pool): Promise<string[]> {
  const { rows } = await pool.query<{ names: string | null }>(
    `select concat_ws(' ', content->>'name', content->'association'->>'name',
       content->'association'->>'city') as names from festival`,
  );
  const words = lettersOf(rows[0]?.names ?? '', ' ').split(/ +/);
  return words.filter((word) => word.length >= MIN_OTHER_LETTERS);
}

/** Whether a password contains one of these words and hardly any other alphabetic one: "Marienfirn2025!". */
function hasOnlyWords(password: string, words: string[]): boolean {
  const letters = lettersOf(password);
  const rest = words
    .toSorted((a, b) => b.length - a.length)
    .reduce((text, word) => text.replaceAll(word, ''), letters);
  return rest !== letters && rest.length < MIN_OTHER_LETTERS;
}

function lettersOf(text: string, separator = ''): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/\P{L}+/gu, separator);
}
