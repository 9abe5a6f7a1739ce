import { expect, test } from 'vitest';
import { toProblemResponse } from './problems.ts';

async function respondTo(error: unknown) {
  const seen: unknown[] = [];
  const response = toProblemResponse(error, 'de', 'request-1', (unexpected) =>
    seen.push(unexpected),
  );
  const { status, headers } = response;
  return { status, retryAfter: headers.get('retry-after'), text: await response.text(), seen };
}
const databaseError = (code: string) => Object.assign(new Error('secret detail'), { code });

test.each(['53100', '53200', '53300', '57P01', '57P03', '58P01', '08006'])(
  'a database that is unavailable (%s) is 503, with Retry-After',
  async (code) => {
    const { status, retryAfter, text, seen } = await respondTo(databaseError(code));
    expect([status, retryAfter]).toEqual([503, '2']);
    expect(text).not.toContain('secret detail');
    expect(seen).toHaveLength(1);
  },
);

test.each([
  ['EAGAIN', 'connect'],
  ['EMFILE', 'connect'],
  ['EHOSTUNREACH', 'connect'],
  ['ENETUNREACH', 'connect'],
  ['EHOSTUNREACH', 'read'],
  ['EAI_AGAIN', 'getaddrinfo'],
  ['ENOTFOUND', 'getaddrinfo'],
])('a database that cannot be reached (%s %s) is 503, with Retry-After', async (code, syscall) => {
  const { status, retryAfter } = await respondTo(Object.assign(databaseError(code), { syscall }));
  expect([status, retryAfter]).toEqual([503, '2']);
});

test('any other unexpected error is 500 with the request id and no internals', async () => {
  const { status, text, seen } = await respondTo(databaseError('23505'));
  expect(status).toBe(500);
  expect(text).toContain('request-1');
  expect(text).not.toContain('secret detail');
  expect(seen).toHaveLength(1);
});
