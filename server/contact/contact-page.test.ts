import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { openDemoShop } from '#test/open-demo-shop.ts';
import { newEmail } from '#test/registration.ts';
import { windowRules } from '../platform/security/rate-limit-rules.ts';

const shop = await openDemoShop({ TRUSTED_PROXY: '127.0.0.1' });
const maxHits = windowRules.sendContactMessage?.find(({ by }) => by === 'address')?.hits ?? 0;

/** Posts the form as a browser without scripts does, through a proxy. */
async function send(visitor: string): Promise<number> {
  const fields = { email: newEmail(), subject: 'Karten', message: randomUUID() };
  const response = await fetch(`${shop.url}/contact`, {
    method: 'POST',
    body: new URLSearchParams(fields),
    headers: { 'x-forwarded-for': visitor },
    redirect: 'manual',
  });
  await response.body?.cancel();
  return response.status;
}

test('one visitor does not use up the contact form of all who come through the same proxy', async () => {
  const statuses = new Set<number>();
  for (let sent = 0; sent < maxHits; sent++) statuses.add(await send('198.51.100.1'));
  expect([...statuses]).toEqual([303]);
  expect(await send('198.51.100.1')).toBe(429);
  expect(await send('198.51.100.2')).toBe(303);
});
