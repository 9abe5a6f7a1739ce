import { expect, test } from 'vitest';
import { toEuro } from './money.ts';

test('cents as EUR', () => {
  expect([0, 50, 1250, 2405].map(toEuro)).toEqual([0, 0.5, 12.5, 24.05]);
});
