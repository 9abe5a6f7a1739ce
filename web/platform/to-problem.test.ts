import { expect, it } from 'vitest';
import { pickTexts } from '#messages/define-texts.ts';
import { platformTexts } from '#messages/platform.ts';
import { problemOf, reasonOf } from './to-problem.ts';

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

it.each([
  ['{"message":"The request is too large"}', 'The request is too large'],
  ['<title>413 Request Entity Too Large</title>', undefined],
  ['null', undefined],
])("a problem from before React Router's routes has its reason: %s", (text, reason) => {
  const error = { status: 413, statusText: '', internal: false, data: text };
  expect(problemOf(error)?.message).toBe(reason);
});
