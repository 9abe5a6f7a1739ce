import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import path from 'node:path';
import type { PoolClient } from 'pg';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { Buyer, type BuyerResponse } from '#test/buyer.ts';
import { createTestDatabase, testLog } from '#test/database.ts';
import { startDatabaseProxy } from '#test/database-proxy.ts';
import { runProcess } from '#test/run-process.ts';
import { ensureFestival, type TestConcert, createConcert } from '#test/shop/create-concert.ts';
import { startTestShop } from '#test/shop/start-test-shop.ts';
import { startTestSandbox } from '#test/shop/test-sandbox.ts';
import { waitUntilBlocked } from '#test/shop/wait-until-blocked.ts';
import { openDatabases } from '../platform/database/database.ts';
import { createLog } from '../platform/log.ts';
import { deleteExpiredRequests } from '../retention.ts';

/** A repetition waits this long for a first request that is still in progress. */
const MAX_REPEAT_MS = 5_000;

const database = await createTestDatabase();
const { pool } = database;
await ensureFestival(pool);
const sandbox = await startTestSandbox();
let concert: TestConcert;
beforeEach(async () => {
  concert = await createConcert(pool, { quantity: 5 });
});

/** Lets no cart change until the lock ends. */
async function lockStock(): Promise<PoolClient> {
  const client = await pool.connect();
  onTestFinished(() => client.release(true));
  await client.query('begin');
  await client.query('select from stock where product_id = $1 for update', [concert.productId]);
  return client;
}

/** Waits until a call with a new key is waiting for the lock. */
const untilClaimed = () => waitUntilBlocked(pool);

const addOnce = (buyer: Buyer, key: string) =>
  buyer.addLines([buyer.line(concert)], { 'idempotency-key': key });

async function expectOnce(buyer: Buyer, key: string): Promise<void> {
  const startedAt = performance.now();
  expect((await addOnce(buyer, key)).status).toBe(200);
  expect(performance.now() - startedAt).toBeLessThan(MAX_REPEAT_MS);
  const { body } = await buyer.cart();
  expect(body.data?.items?.[0]?.items[0]?.quantity).toBe(1);
}

test('a call of a killed process is handled by the next one at once, and applied once', async () => {
  const shop = await startTestShop(database, sandbox, { log: testLog });
  onTestFinished(() => shop.close());
  const { connection } = database;
  const facts = JSON.stringify({ connection, sandboxUrl: sandbox.url });
  const program = path.join(import.meta.dirname, '../../test/shop/shop-program.ts');
  const killed = runProcess(process.execPath, [program, facts]);
  const [, url = ''] = await killed.printed(/(http:\S+)\n/);
  const lock = await lockStock();
  const buyer = new Buyer({ url });
  const key = randomUUID();
  const first = addOnce(buyer, key).catch(() => null);
  await untilClaimed();
  killed.child.kill('SIGKILL');
  await once(killed.child, 'close');
  await lock.query('rollback');
  expect(await first).toBeNull();
  await expectOnce(buyer.tab(shop), key);
});

test('a call that failed because the database was unavailable can be repeated at once, and is applied once', async () => {
  const proxy = await startDatabaseProxy(database.connection);
  const log = createLog({ level: 'silent', isReadable: false });
  const databases = openDatabases({ connectionString: proxy.connectionString }, log);
  const shop = await startTestShop(databases, sandbox, { log });
  onTestFinished(async () => {
    await shop.close();
    await databases.close();
    proxy.close();
  });
  const lock = await lockStock();
  const buyer = new Buyer(shop);
  const key = randomUUID();
  const first = addOnce(buyer, key);
  await untilClaimed();
  proxy.disconnect();
  expect((await first).status).toBe(503);
  proxy.reconnect();
  await lock.query('rollback');
  await expectOnce(buyer, key);
});

const refusedFields = ({ body }: BuyerResponse) => Object.keys(body.errors ?? {});

test('after a refused call, its key takes the same body again, and no other one', async () => {
  const shop = await startTestShop(database, sandbox, { log: testLog });
  onTestFinished(() => shop.close());
  const buyer = new Buyer(shop);
  const key = { 'idempotency-key': randomUUID() };
  const tooMany = [buyer.line(concert, { quantity: 6 })];
  const refused = await buyer.addLines(tooMany, key);
  expect([refused.status, refusedFields(refused)]).toEqual([422, ['items']]);
  const other = await buyer.addLines([buyer.line(concert)], key);
  expect([other.status, refusedFields(other)]).toEqual([422, ['idempotency_key']]);
  await pool.query('update stock set quantity = 6 where product_id = $1', [concert.productId]);
  const added = await Promise.all([buyer.addLines(tooMany, key), buyer.addLines(tooMany, key)]);
  expect(added.map(({ status }) => status)).toEqual([200, 200]);
  expect((await buyer.addLines([buyer.line(concert)], key)).status).toBe(422);
  const { body } = await buyer.cart();
  expect(body.data?.items?.[0]?.items[0]?.quantity).toBe(6);
});

test('a refused call is forgotten after an hour, an accepted one is not', async () => {
  const shop = await startTestShop(database, sandbox, { log: testLog });
  onTestFinished(() => shop.close());
  const buyer = new Buyer(shop);
  const [refused, accepted] = [0, 1].map(() => ({ 'idempotency-key': randomUUID() }));
  expect((await buyer.addLines([buyer.line(concert, { quantity: 6 })], refused)).status).toBe(422);
  expect((await buyer.addLines([buyer.line(concert)], accepted)).status).toBe(200);
  const count = async () => (await pool.query('select from idempotent_request')).rowCount ?? 0;
  const before = await count();
  await pool.query(`update idempotent_request set started_at = started_at - interval '1 hour'`);
  await deleteExpiredRequests(pool);
  expect(await count()).toBeLessThan(before);
  expect((await buyer.addLines([buyer.line(concert)], refused)).status).toBe(200);
  expect((await buyer.addLines([buyer.line(concert)], accepted)).status).toBe(200);
  const { body } = await buyer.cart();
  expect(body.data?.items?.[0]?.items[0]?.quantity).toBe(2);
});
