import { expect, test } from 'vitest';
import { telHref } from './tel-href.ts';

test('a number is dialled by its digits', () => {
  expect(telHref('+49 (0)89 99998-125')).toBe('tel:+498999998125');
  expect(telHref('089 / 99998')).toBe('tel:08999998');
});
