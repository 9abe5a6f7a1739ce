import { connect } from 'node:net';
import { expect, test } from 'vitest';
import { accepted, Buyer } from '#test/buyer.ts';
import { openDemoShop } from '#test/open-demo-shop.ts';
import { createConcert } from '#test/shop/create-concert.ts';

const MAX_DESCRIPTORS = 400;
const shop = await openDemoShop({ RATE_LIMIT: 'off' }, 'server/main.ts', MAX_DESCRIPTORS);

test('silent connections leave the descriptors that a buyer needs to pay', async () => {
  const concert = await createConcert(shop.pool, { quantity: 10 });
  const buyer = new Buyer(shop);
  await accepted(buyer.add(concert));
  await accepted(buyer.details());
  await accepted(buyer.delivery('boxoffice'));
  let closedCount = 0;
  const silent = Array.from({ length: 2 * MAX_DESCRIPTORS }, () =>
    connect(Number(new URL(shop.url).port), '127.0.0.1')
      .on('error', () => undefined)
      .on('close', () => closedCount++)
      .resume(),
  );
  await expect.poll(() => closedCount).toBeGreaterThan(MAX_DESCRIPTORS);

  await accepted(buyer.initiate());
  buyer.pay();
  expect((await buyer.complete()).status).toBe(200);
  expect(shop.output().match(/Too many connections/g)).toHaveLength(1);
  expect(shop.output()).not.toMatch(/EMFILE|periodic task failed/);

  for (const socket of silent) socket.destroy();
  await expect
    .poll(() => new Buyer(shop).add(concert).catch(() => null))
    .toMatchObject({ status: 200 });
});
