import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { MIN_PASSWORD_LENGTH } from '#contract/constants.ts';
import { createTestDatabase } from '#test/database.ts';
import { findPasswordProblem } from './passwords.ts';

const { pool } = await createTestDatabase();
await pool.query(`insert into festival (content) values ($1)`, [
  {
    name: 'Musiksommer Marienfirn',
    association: { name: 'Musiksommer Marienfirn e. V.', city: 'Oberhölzl' },
  },
]);
const find = (password: string) => findPasswordProblem(pool, password, 'clara@example.org');

test('the list has thousands of passwords that would otherwise be accepted', () => {
  const file = readFileSync(path.join(import.meta.dirname, 'common-passwords.txt'), 'utf8');
  const passwords = file.split('\n').filter((line) => line !== '' && !/^#( |$)/.test(line));
  expect(new Set(passwords).size).toBeGreaterThan(3000);
  for (const password of passwords) {
    expect(password.length).toBeGreaterThanOrEqual(MIN_PASSWORD_LENGTH);
    expect(password).toBe(password.toLowerCase());
  }
});

describe('refused', () => {
  test.each([
    'qwertyuiop',
    'QWERTYuiop',
    '1q2w3e4r5t6y',
    'christopher',
    'password2025',
    'marienfirn1',
    'Marienfirn2025!',
    'Musiksommer-2025',
    'musiksommermarienfirn',
    'Oberhölzl 1234',
    'Konzertkarten1',
    'summerfestival',
  ])('%s', async (password) => {
    expect(await find(password)).toBe('PASSWORD_COMMON');
  });
});

describe('accepted', () => {
  test.each([
    'Forellenquintett 4x',
    'Marienfirn im Regen',
    'ein langer Satz im Sommer',
    '97531-86420-13',
  ])('%s', async (password) => {
    expect(await find(password)).toBeNull();
  });
});

test('a shop without a programme checks the list alone', async () => {
  await pool.query(`delete from festival`);
  expect(await find('marienfirn1')).toBeNull();
  expect(await find('qwertyuiop')).toBe('PASSWORD_COMMON');
});
