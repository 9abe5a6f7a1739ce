// A mail server that sends a line every 20 s, without end: everything but mails continues.
import { afterAll, expect, test } from 'vitest';
import { Buyer, accepted } from '../buyer.ts';
import { createClient } from '../http-client.ts';
import { openDemoShop } from '../open-demo-shop.ts';
import { createConcert } from '../shop/create-concert.ts';
import { startDrippingSmtp } from '../smtp.ts';

const smtp = await startDrippingSmtp(20_000);
afterAll(() => smtp.close());
const shop = await openDemoShop({ RATE_LIMIT: 'off', SMTP_URL: smtp.url });

test('documents are created while all mails hang', async () => {
  const client = createClient(shop.url);
  const message = { email: 'clara@example.org', subject: 'Noten', message: 'Wo liegen sie?' };
  for (let mails = 0; mails < 12; mails++) {
    await accepted(
      client('POST', '/api/contact', { json: { ...message, subject: `Noten ${mails}` } }),
    );
  }
  // the number of concurrent sends
  await expect.poll(() => smtp.connections().open).toBe(3);

  const concert = await createConcert(shop.pool, { quantity: 10 });
  const buyer = new Buyer(shop);
  await buyer.checkOut(concert);
  buyer.pay();
  await accepted(buyer.complete());
  await expect.poll(countDocuments).toBeGreaterThan(0);
  expect(smtp.connections().open).toBeGreaterThanOrEqual(3);
});

async function countDocuments(): Promise<number> {
  const { rows } = await shop.pool.query<{ count: number }>(
    'select count(*)::int as count from document',
  );
  return rows[0]?.count ?? 0;
}
