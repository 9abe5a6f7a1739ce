import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openDatabases } from '#server/platform/database/database.ts';
import { startArchivedShop } from '#test/archived-shop.ts';
import { testLog } from '#test/database.ts';
import { openTestOffice } from '#test/office.ts';
import { checkArchive, checkVerification } from './check-archive.ts';

test('an archive is healthy only once it has a base backup and a verification', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'check-archive-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true, maxRetries: 20 }));
  const archive = { directory: path.join(folder, 'backup'), seconds: 30 };
  const { postgres } = await startArchivedShop(folder, 'data', archive);
  const databases = openDatabases(postgres.connection, testLog);
  onTestFinished(() => databases.close());
  const { deps } = await openTestOffice(databases);
  const parts = async () => {
    const checks = [checkArchive, checkVerification].map((check) => check(deps));
    return (await Promise.all(checks)).map((part) => part?.isHealthy);
  };
  const record = (kind: string) =>
    deps.pool.query('insert into archive_run (kind, ended_at) values ($1, now())', [kind]);
  expect(await parts()).toEqual([false, false]);
  await record('base-backup');
  expect(await parts()).toEqual([true, false]);
  await record('verification');
  expect(await parts()).toEqual([true, true]);
}, 60_000);
