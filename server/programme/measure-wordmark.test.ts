import { expect, it } from 'vitest';
import { measureWordmark } from './festival-content.ts';

it('measures names by their glyphs, not by their length', () => {
  expect(measureWordmark('Marienfirn')).toBeCloseTo(4.57, 2);
  expect(measureWordmark('Klangwoche')).toBeGreaterThan(5.1);
  expect(measureWordmark('WWWWWWWWWW')).toBeGreaterThan(2 * measureWordmark('Marienfirn'));
  expect(measureWordmark('Фестиваль')).toBeGreaterThan(4);
});
