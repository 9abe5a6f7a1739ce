import { expect, onTestFinished, test, vi } from 'vitest';
import { startDatabaseProxy } from '#test/database-proxy.ts';
import { createTestDatabase } from '#test/database.ts';
import { parseEnv } from '../settings/env.ts';
import { openPool } from '../platform/database/open-pool.ts';
import { createLog } from '../platform/log.ts';
import { completeStart } from './start-shop.ts';

const database = await createTestDatabase();

test('a shop that responds already starts without its database, and saves its address later', async () => {
  const lines: string[] = [];
  const log = createLog(
    { level: 'info', isReadable: false },
    { write: (line) => void lines.push(line) },
  );
  const proxy = await startDatabaseProxy(database.connection);
  onTestFinished(() => proxy.close());
  const pool = openPool({ connectionString: proxy.connectionString }, log, { max: 1 });
  onTestFinished(() => pool.end());
  const output = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  onTestFinished(() => output.mockRestore());
  proxy.disconnect();

  await completeStart({
    env: parseEnv({ APP_SECRET: 'a secret for tests, 32 characters', DEMO: '1' }),
    log,
    shutdown: { isStopping: () => false },
    pool,
    publicUrl: 'https://shop.example',
    milliseconds: () => 1,
  });
  expect(output.mock.calls.join('')).toContain('The festival is open: https://shop.example');
  expect(lines.join('')).toContain('Could not save the address of the shop');

  proxy.reconnect();
  const saved = async () =>
    (await database.pool.query('select public_url from shop_address')).rows as unknown[];
  await expect.poll(saved, { timeout: 20_000 }).toEqual([{ public_url: 'https://shop.example' }]);
});
