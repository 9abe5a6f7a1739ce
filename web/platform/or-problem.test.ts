import { expect, it } from 'vitest';
import { pickTexts } from '#messages/define-texts.ts';
import { platformTexts } from '#messages/platform.ts';
import { reasonOf } from './or-problem.ts';

it.each([
  [400, 'Conflict detected'],
  [403, 'Missing Permissions'],
  [409, 'Conflict detected'],
  [500, 'Internal Server Error'],
  [503, 'Service Unavailable'],
  [504, '504'],
])('a response of status %d without a problem says "%s" (product.md 8)', (status, reason) => {
  expect(reasonOf(status, pickTexts(platformTexts, 'en'))).toBe(reason);
});
