import { expect, test } from 'vitest';
import { problemResponse } from './problem-response.ts';

async function answer(error: unknown) {
  const seen: unknown[] = [];
  const response = problemResponse(error, 'de', 'request-1', (unexpected) => seen.push(unexpected));
  const { status, headers } = response;
  return { status, retryAfter: headers.get('retry-after'), text: await response.text(), seen };
}
const databaseError = (code: string) => Object.assign(new Error('secret detail'), { code });

test.each(['53100', '53200', '53300', '57P01', '57P03', '08006'])(
  'a database that cannot work now (%s) is 503, to be tried again',
  async (code) => {
    const { status, retryAfter, text, seen } = await answer(databaseError(code));
    expect([status, retryAfter]).toEqual([503, '2']);
    expect(text).not.toContain('secret detail');
    expect(seen).toHaveLength(1);
  },
);

test('anything else unexpected is 500 with the number to ask for, and nothing of its insides', async () => {
  const { status, text, seen } = await answer(databaseError('23505'));
  expect(status).toBe(500);
  expect(text).toContain('request-1');
  expect(text).not.toContain('secret detail');
  expect(seen).toHaveLength(1);
});
