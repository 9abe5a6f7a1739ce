import { expect, test } from 'vitest';
import { pickTexts } from '#messages/define-texts.ts';
import { platformTexts } from '#messages/platform.ts';
import { ApiError, type ErrorBody } from './api-error.ts';
import { failureText } from './failure-text.ts';

test.each<[number, ErrorBody, string]>([
  [0, {}, 'No connection. Please check your network and try again.'],
  [400, {}, 'Conflict detected'],
  [400, { message: 'This cart is another’s' }, 'This cart is another’s'],
  [409, {}, 'Conflict detected'],
  [409, { error: 'Only 2 tickets are left' }, 'Only 2 tickets are left'],
  [422, { errors: { zip: ['too long'], city: ['missing'] } }, 'too long missing'],
  [500, { message: 'secret' }, 'Internal Server Error'],
  [502, {}, '502'],
  [503, {}, 'Service Unavailable'],
])('%i %o reads "%s"', (status, body, said) => {
  expect(failureText(new ApiError(status, body), pickTexts(platformTexts, 'en'))).toBe(said);
});
