// What fails beside the archive itself: base backups, verifications, a BACKUP_DIR that does not respond.
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Pool } from 'pg';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { type ArchivedShop, startArchivedShop } from '#test/archived-shop.ts';
import { testLog } from '#test/database.ts';
import { readArchiveStatus } from './archive-status.ts';
import type { ArchiveOptions } from './create-archive-settings.ts';
import { type ArchiveUpkeepDeps, startArchiveUpkeep } from './start-archive-upkeep.ts';

vi.setConfig({ testTimeout: 240_000 });
const poll = { timeout: 60_000 };

const shopFile = { program: '1.0.0', secretPrint: '', appSecret: 'the secret of this shop' };
let directory: string;
let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'archive-failures-'));
  directory = path.join(folder, 'backup');
  onTestFinished(() => rm(folder, { recursive: true, force: true, maxRetries: 20 }));
});

const start = (options: Partial<ArchiveOptions> = {}) =>
  startArchivedShop(folder, 'data', { directory, seconds: 1, ...options });

/** Looks after the archive until the test is over. */
function upkeep(shop: ArchivedShop, options: Partial<ArchiveUpkeepDeps> = {}): void {
  const { stop } = startArchiveUpkeep({
    ...shop,
    connection: shop.postgres.connection,
    log: testLog,
    directory,
    shop: shopFile,
    checkEveryMs: 50,
    verifies: false,
    ...options,
  });
  onTestFinished(stop);
}

const write = (pool: Pool) => pool.query(`insert into note (text) values ('sold')`);

/** Writes, and waits until the segment of it is in the archive; nobody ends the segment but PostgreSQL. */
async function archivedInTime(pool: Pool): Promise<void> {
  await write(pool);
  const { rows } = await pool.query<{ name: string }>(
    'select pg_walfile_name(pg_current_wal_insert_lsn()) as name',
  );
  const file = path.join(directory, 'wal', `${rows[0]?.name}.gz`);
  await vi.waitUntil(() => existsSync(file), poll);
}

test('segments end in time after every start, also while base backups fail', async () => {
  const shop = await start();
  // nobody listens there
  upkeep(shop, { connection: { ...shop.postgres.connection, port: 1 } });
  await archivedInTime(shop.pool);
  expect(await readArchiveStatus(shop.pool)).toMatchObject({ failure: null, baseBackupAt: null });
  // PostgreSQL dies and is started again
  process.kill(shop.postgres.pid(), 'SIGKILL');
  await vi.waitUntil(() => write(shop.pool).catch(() => null), poll);
  await archivedInTime(shop.pool);
});
