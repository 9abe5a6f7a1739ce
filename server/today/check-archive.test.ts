import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { archiveReasons, healthSentences } from '#messages/office/health.ts';
import { openDatabases } from '#server/platform/database/database.ts';
import { startArchivedDatabase } from '#test/archived-database.ts';
import { testLog } from '#test/database.ts';
import { openTestOffice } from '#test/office.ts';
import { findArchiveReason } from './health.ts';
import { checkArchive, checkVerification } from './health.ts';

test('an archive is healthy only once it has a base backup and a verification', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'check-archive-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true, maxRetries: 20 }));
  const archive = { directory: path.join(folder, 'backup'), seconds: 30 };
  const { postgres } = await startArchivedDatabase(folder, 'data', archive);
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

test.each([
  ['No space left on device', 'full', ''],
  ['it is missing or empty; is its disk mounted?', 'missing', ''],
  ['it does not respond; is its disk or network away?', 'silent', ''],
  ['Permission denied', 'not-writable', ''],
  ['wal/1.gz has other content: another copy of this shop archives there', 'other-shop', ''],
  [
    '/b has a gap: wal/1.gz is missing.',
    'gap',
    'Im Archiv fehlt ein Stück. Meldung des Servers: /b',
  ],
  ['gzip: unexpected end of file', 'words', 'Grund: Meldung des Servers: gzip: unexpected end'],
])('the page gives a reason in German: %s', (failure, reason, words) => {
  const found = findArchiveReason(failure);
  expect(found.reason).toBe(reason);
  const sentence = healthSentences.archive.de({ ...found, gap: '' });
  expect(sentence).toContain(` Grund: ${archiveReasons[found.reason || 'words'].de}`);
  expect(sentence).toContain(words);
  if (words === '') expect(sentence).not.toContain(failure);
});
