import { expect, test } from 'vitest';
import { fingerprint } from './build-stamp.ts';

test('the same sources give the same fingerprint', () => {
  const first = fingerprint();
  expect(first).toMatch(/^[0-9a-f]{40}$/);
  expect(fingerprint()).toBe(first);
});
