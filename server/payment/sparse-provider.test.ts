import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { afterAll, expect, test } from 'vitest';
import { accepted, Buyer } from '#test/buyer.ts';
import { loseWebhooks } from '#test/shop/drain.ts';
import { createConcert } from '#test/shop/create-concert.ts';
import { endHoldLongAgo } from '#test/shop/advance-time.ts';
import { openShop } from '#test/shop/open-shop.ts';
import { PageBuyer } from '#test/shop/page-buyer.ts';
import { startTestSandbox } from '#test/shop/test-sandbox.ts';
import { listen } from '../edge/listen.ts';

// A provider that implements Stripe's protocol with only the necessary fields, and no list of refunds.
const sandbox = await startTestSandbox();
const sparse = createServer((request, response) => void answerSparsely(request, response));
const port = await listen(sparse, 0, '127.0.0.1');
const shop = await openShop({ sandbox: { ...sandbox, url: `http://127.0.0.1:${port}` } });
afterAll(async () => {
  sparse.closeAllConnections();
  sparse.close();
  await sandbox.close();
});

async function answerSparsely(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { method = 'GET', url = '/', headers } = request;
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  if (method === 'GET' && url.startsWith('/v1/refunds')) {
    const error = { type: 'invalid_request_error', message: 'Unrecognized request URL' };
    return void response.writeHead(404).end(JSON.stringify({ error }));
  }
  const asked = await fetch(`${sandbox.url}${url}`, {
    method,
    headers: { ...(headers as Record<string, string>), connection: 'close' },
    ...(method === 'POST' ? { body: Buffer.concat(chunks) } : {}),
  });
  const body = (await asked.json()) as Record<string, unknown>;
  const unneeded = ['amount_received', 'amount_total', 'metadata', 'latest_charge'];
  for (const field of unneeded) delete body[field];
  response.writeHead(asked.status, { 'content-type': 'application/json' });
  response.end(JSON.stringify(body));
}

test('a paid checkout becomes an order', async () => {
  const buyer = new Buyer(shop);
  await buyer.checkOut(await createConcert(shop.pool, { quantity: 5 }));
  buyer.pay();
  const done = await accepted(buyer.complete());
  const order = await accepted(buyer.order(done.body.data?.order_token ?? ''));
  expect(order.body.data?.order_no).toBeTruthy();
});

test('a payment whose tickets are sold out is refunded whole, once', async () => {
  const concert = await createConcert(shop.pool, { quantity: 1 });
  const buyer = new Buyer(shop);
  await buyer.checkOut(concert, {}, 'postal');
  await endHoldLongAgo(shop.pool, buyer);
  await accepted(new Buyer(shop).add(concert));
  loseWebhooks(shop);
  buyer.pay();
  expect((await buyer.complete()).status).toBe(409);
  await shop.runJobs('execute-refund');
  const refunds = sandbox.faults.refunds().filter((made) => made.payment_intent === buyer.intent);
  const paid = sandbox.faults.intents().find(({ id }) => id === buyer.intent);
  expect(refunds.map(({ amount }) => amount)).toEqual([paid?.amount]);
});

test('a page whose payment names no checkout becomes an order, even by its webhook alone', async () => {
  sandbox.faults.clear();
  const buyer = new PageBuyer(shop);
  const concert = await createConcert(shop.pool, { quantity: 5 });
  await new PageBuyer(shop).checkOutByPage(concert);
  await buyer.checkOutByPage(concert);
  const intent = buyer.payPage();
  await sandbox.events.delivered();
  const { status, orderToken } = await buyer.comeBack();
  expect(status).toBe(200);
  expect((await accepted(buyer.order(orderToken ?? ''))).body.data?.order_no).toBeTruthy();
  expect(sandbox.faults.refunds().filter((made) => made.payment_intent === intent)).toEqual([]);
});
