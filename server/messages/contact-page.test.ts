import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { openDemoSite } from '#test/open-demo-shop.ts';
import { newEmail } from '#test/registration.ts';
import { limits } from '../operations/limits.ts';

const shop = await openDemoSite({ TRUSTED_PROXY: '127.0.0.1' });
const maxHits = limits['contact:send'][1]?.hits ?? 0;

/** Posts the form as a browser without scripts does, through a proxy. */
async function send(visitor: string): Promise<Response> {
  const fields = { email: newEmail(), subject: 'Karten', message: randomUUID() };
  const response = await fetch(`${shop.url}/contact`, {
    method: 'POST',
    body: new URLSearchParams(fields),
    headers: { 'x-forwarded-for': visitor },
    redirect: 'manual',
  });
  await response.body?.cancel();
  return response;
}

test('one visitor does not use up the contact form of all who come through the same proxy', async () => {
  const statuses = new Set<number>();
  for (let sent = 0; sent < maxHits; sent++) {
    statuses.add((await send('198.51.100.1')).status);
  }
  expect([...statuses]).toEqual([303]);
  const refused = await send('198.51.100.1');
  expect(refused.status).toBe(429);
  // the same message as the API's
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  expect((await send('198.51.100.2')).status).toBe(303);
});
