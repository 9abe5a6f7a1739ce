import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Pool } from 'pg';
import { afterAll, expect, test } from 'vitest';
import { migrate } from '#server/platform/database/migrate.ts';
import { openPool } from '#server/platform/database/open-pool.ts';
import { createTestDatabase, testLog, type TestDatabase } from '#test/database.ts';
import { Buyer } from '#test/buyer.ts';
import { createConcert } from '#test/shop/create-concert.ts';
import { openShop } from '#test/shop/open-shop.ts';
import { listViolations } from '../invariants.ts';
import { checkBackup } from './read-backup.ts';
import { restoreBackup, verifyBackup } from './restore-backup.ts';
import { writeBackup } from './write-backup.ts';

const database = await createTestDatabase();
const shop = await openShop({ database });
const source = copying(database);
const folder = await mkdtemp(path.join(tmpdir(), 'backup-test-'));
afterAll(() => rm(folder, { recursive: true }));

const options = {
  program: '1.0.0',
  appSecret: 'a secret for tests, 32 characters',
  hasSecret: true,
};
const target = (pool: Pool, appSecret?: string) => ({
  pool,
  log: testLog,
  dataDir: folder,
  appSecret,
});

/** As `npm run restore -- FILE` does. */
async function restore(pool: Pool, file: string, appSecret?: string) {
  const backup = await checkBackup(file);
  return { backup, secret: await restoreBackup(target(pool, appSecret), backup) };
}

/** As the backup's own commands connect: rows are copied on connections that are not pipelined. */
function copying({ connection }: TestDatabase): Pool {
  const pool = openPool(connection, testLog, { max: 2 });
  afterAll(() => pool.end());
  return pool;
}

async function openWithoutTables(): Promise<Pool> {
  const pool = copying(await createTestDatabase());
  await pool.query('drop schema public, migration cascade; create schema public');
  return pool;
}

async function rowsOf(pool: Pool, query: string): Promise<string[]> {
  const { rows } = await pool.query<{ row: object }>(`select to_jsonb(t) as row from (${query}) t`);
  return rows.map(({ row }) => JSON.stringify(row));
}

/** Buys until stopped; every purchase is a whole journey over HTTP. */
async function buyUntil(
  stopped: () => boolean,
  concert: Awaited<ReturnType<typeof createConcert>>,
) {
  while (!stopped()) {
    const buyer = new Buyer(shop);
    await buyer.checkOut(concert);
    buyer.pay();
    expect((await buyer.complete()).status).toBe(200);
  }
}

test('a backup made while tickets are sold holds one moment, and restores unchanged', async () => {
  const concert = await createConcert(shop.pool, { quantity: 2000, presold: 7 });
  let isOver = false;
  const buyers = [1, 2, 3].map(() => buyUntil(() => isOver, concert));
  const count = async () =>
    Number((await shop.pool.query('select count(*) as n from orders')).rows[0].n);
  await expect.poll(count, { timeout: 20_000 }).toBeGreaterThan(3);
  const before = await count();
  const file = path.join(folder, 'rush.tar.gz');
  await writeBackup(source, file, options);
  await expect.poll(count, { timeout: 20_000 }).toBeGreaterThan(before + 3);
  isOver = true;
  await Promise.all(buyers);

  const restored = await createTestDatabase();
  const { backup, secret } = await restore(copying(restored), file);
  expect(secret).toBe('restored');
  expect(await readFile(path.join(folder, 'app-secret'), 'utf8')).toBe(options.appSecret);
  expect(await listViolations(restored.pool)).toEqual([]);
  const orders = await rowsOf(restored.pool, 'select * from orders order by id');
  expect(orders.length).toBeGreaterThanOrEqual(before);
  expect(backup.manifest.tables['orders']?.rows).toBe(orders.length);
  for (const table of ['orders', 'invoice', 'ticket', 'product']) {
    const there = await rowsOf(restored.pool, `select * from ${table} order by id`);
    const here = await rowsOf(shop.pool, `select * from ${table} order by id`);
    expect(here).toEqual(expect.arrayContaining(there));
  }
  const [stock] = (await restored.pool.query('select sold from stock')).rows;
  expect(stock.sold).toBe(7 + orders.length);
  const jobs = await rowsOf(
    restored.pool,
    `select 1 from graphile_worker.jobs where task_identifier = 'make-documents'`,
  );
  expect(jobs).toHaveLength(orders.length);
}, 60_000);

test('ids that may already be in links are not assigned again', async () => {
  const file = path.join(folder, 'ids.tar.gz');
  await writeBackup(source, file, options);
  const restored = await createTestDatabase();
  await restore(copying(restored), file);
  const insert = `insert into mail (kind, recipient, language, event_key) values ('x', 'y', 'de', 'z') returning id`;
  const highest = await shop.pool.query('select coalesce(max(id), 0) as id from checkout');
  const next = await restored.pool.query(
    `select nextval(pg_get_serial_sequence('checkout', 'id')) as id,
       nextval(pg_get_serial_sequence('run', 'id')) as first`,
  );
  expect(next.rows[0].id).toBeGreaterThan(highest.rows[0].id + 5000);
  // also of a table that was still empty
  expect(next.rows[0].first).toBeGreaterThan(5000);
  expect((await restored.pool.query(insert)).rowCount).toBe(1);
});

test('only its owner can read the file, which holds the secret only on request', async () => {
  const file = path.join(folder, 'without.tar.gz');
  await writeBackup(source, file, { ...options, hasSecret: false });
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  const first = await createTestDatabase();
  expect((await restore(copying(first), file, options.appSecret)).secret).toBe('same');
  const second = await createTestDatabase();
  expect((await restore(copying(second), file, 'x'.repeat(32))).secret).toBe('different');
  await expect(writeBackup(source, file, options)).rejects.toThrow(/exists already/);
});

test('verifying restores into a database that is thrown away', async () => {
  const file = path.join(folder, 'verified.tar.gz');
  const { tables } = await writeBackup(source, file, options);
  expect((await verifyBackup(file, testLog)).manifest.tables).toEqual(tables);
}, 60_000);

test('a backup of the version before 1.0.0 restores, and is migrated', async () => {
  const before = await openWithoutTables();
  await migrate(before, testLog, { upTo: '0053-baseline.sql' });
  await before.query(
    `update migration.applied set name = '0053-office-submission.sql', checksum = 'of that version';
     insert into migration.applied (name, checksum) values ('0052-one-table-of-limits.sql', '');
     insert into terms (version, content) values ('2025-01', '{}')`,
  );
  const file = path.join(folder, 'before.tar.gz');
  await writeBackup(before, file, options);
  const restored = await openWithoutTables();
  await restore(restored, file);
  expect(await rowsOf(restored, 'select version from terms')).toEqual(['{"version":"2025-01"}']);
  await verifyBackup(file, testLog);
}, 60_000);

test('a damaged file, a full database and a newer backup are refused, and nothing is changed', async () => {
  const file = path.join(folder, 'good.tar.gz');
  await writeBackup(source, file, options);
  await expect(restore(source, file)).rejects.toThrow(/not empty \(\w+ has rows\)/);

  const bytes = await readFile(file);
  const empty = await createTestDatabase();
  const broken = path.join(folder, 'broken.tar.gz');
  const halves = [bytes.subarray(0, bytes.length / 2), Buffer.from('no archive at all')];
  const flipped = Buffer.from(bytes);
  flipped[Math.floor(bytes.length / 2)] = (flipped[Math.floor(bytes.length / 2)] ?? 0) ^ 1;
  for (const content of [...halves, flipped, Buffer.alloc(0)]) {
    await writeFile(broken, content);
    await expect(restore(copying(empty), broken)).rejects.toThrow(/not a complete backup/);
  }
  await expect(restore(copying(empty), path.join(folder, 'none'))).rejects.toThrow(
    /there is no such file/,
  );
  expect(await rowsOf(empty.pool, 'select * from orders')).toEqual([]);

  await shop.pool.query(
    `insert into migration.applied (name, checksum) values ('9999-later.sql', '')`,
  );
  const newer = path.join(folder, 'newer.tar.gz');
  await writeBackup(source, newer, options);
  await expect(restore(copying(empty), newer)).rejects.toThrow(/9999-later.*that version/);
});
