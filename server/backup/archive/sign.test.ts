// Verification and restore refuse what somebody else wrote into the archive.
import { createHmac, hkdfSync, randomBytes } from 'node:crypto';
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { copyFile, mkdtemp, readdir, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import {
  ARCHIVED_SECRET,
  type ArchivedDatabase,
  startArchivedDatabase,
} from '#test/archived-database.ts';
import { testLog } from '#test/database.ts';
import { createBaseBackup } from './base-backup.ts';
import { restoreArchive } from './restore-archive.ts';
import { writeArchiveKey } from './backup-dir.ts';
import { verifyArchive } from './verify-archive.ts';

vi.setConfig({ testTimeout: 240_000 });

let folder: string;
let directory: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "sign test 50% it's "));
  directory = path.join(folder, 'backup');
  onTestFinished(() => rm(folder, { recursive: true, force: true, maxRetries: 20 }));
});

test('the script signs name and content by HMAC-SHA256 with a key from APP_SECRET', () => {
  const keyFile = path.join(folder, 'archive-key');
  writeArchiveKey(keyFile, 'secret', { description: '', prefix: [] });
  const file = path.join(folder, 'segment');
  const script = path.join(import.meta.dirname, 'sign-wal.sh');
  const sign = (key: string) =>
    execFileSync('/bin/sh', [script, key, 'NAME', file], { stdio: 'pipe' }).toString();
  const key = Buffer.from(hkdfSync('sha256', 'secret', 'festival', 'archive', 32));
  // several, because bytes such as NUL and line ends of the inner hash are what a script gets wrong
  for (let n = 0; n < 20; n++) {
    const content = randomBytes(5000);
    writeFileSync(file, content);
    const expected = createHmac('sha256', key).update('NAME\n').update(content).digest('hex');
    expect(sign(keyFile)).toBe(`${expected}\n`);
  }
  writeFileSync(keyFile, '');
  expect(() => sign(keyFile)).toThrow();
});

const verify = (options: { isUnsigned?: boolean; appSecret?: string } = {}) =>
  verifyArchive({
    directory,
    dataDir: path.join(folder, 'data'),
    appSecret: ARCHIVED_SECRET,
    live: null,
    isRecorded: false,
    log: testLog,
    ...options,
  });
const restore = (name: string, options: { isUnsigned?: boolean; to?: Date } = {}) =>
  restoreArchive({
    directory,
    dataDir: path.join(folder, name),
    appSecret: ARCHIVED_SECRET,
    log: testLog,
    ...options,
  });

/** Writes a note and waits until it is in the archive; returns the path of its segment there, without `.gz`. */
async function writeArchived({ pool }: ArchivedDatabase, note: string): Promise<string> {
  await pool.query('insert into note (text) values ($1)', [note]);
  const { rows } = await pool.query<{ name: string }>(
    'select pg_walfile_name(pg_switch_wal()) as name',
  );
  const file = path.join(directory, 'wal', rows[0]?.name ?? '');
  await vi.waitUntil(() => existsSync(`${file}.gz`), { timeout: 60_000 });
  return file;
}

/** An archive of a shop whose environment sets APP_SECRET; returns its base backup and a segment that follows. */
async function archiveShop(): Promise<{ shop: ArchivedDatabase; base: string; segment: string }> {
  const shop = await startArchivedDatabase(folder, 'data', { directory, seconds: 1 });
  await createBaseBackup({
    pool: shop.pool,
    connection: shop.postgres.connection,
    directory,
    shop: { program: '1.0.0', secretPrint: '', appSecret: null },
    appSecret: ARCHIVED_SECRET,
    signal: new AbortController().signal,
  });
  const segment = await writeArchived(shop, 'first');
  const [name = ''] = await readdir(path.join(directory, 'base'));
  return { shop, base: path.join(directory, 'base', name), segment };
}

/** Applies a change of a stranger, expects the verification to fail so, and undoes the change. */
async function expectRefused(file: string, change: () => unknown, message: string): Promise<void> {
  const kept = path.join(folder, 'kept');
  await copyFile(file, kept);
  await change();
  await expect(verify()).rejects.toThrow(message);
  await rename(kept, file);
}

test('a changed or unsigned archive is neither verified nor restored', async () => {
  const { shop, base, segment } = await archiveShop();
  const between = new Date();
  const last = await writeArchived(shop, 'second');
  const unsigned = (file: string) => `${file} is not signed with the secret of this shop`;

  // a byte that PostgreSQL itself does not check
  const bytes = gunzipSync(readFileSync(`${segment}.gz`));
  const changed = Buffer.from(bytes);
  changed[bytes.length - 1] = 1;
  const file = `${segment}.gz`;
  await expectRefused(file, () => writeFileSync(file, gzipSync(changed)), unsigned(file));
  // a genuine segment under another name
  const renamed = () => copyFile(`${last}.gz`, file);
  await expectRefused(file, renamed, unsigned(file));
  await expectRefused(`${segment}.sig`, () => rm(`${segment}.sig`), unsigned(file));

  const manifest = path.join(base, 'backup_manifest');
  const text = readFileSync(manifest, 'utf8');
  const edit = () => writeFileSync(manifest, text.replace('"Files"', ' "Files"'));
  await expectRefused(manifest, edit, unsigned(manifest));
  await rename(`${segment}.sig`, path.join(folder, 'kept'));
  await expect(restore('refused')).rejects.toThrow(unsigned(file));
  expect(existsSync(path.join(folder, 'refused', 'postgres'))).toBe(false);
  await rename(path.join(folder, 'kept'), `${segment}.sig`);
  // as another shop would have signed it
  await expect(verify({ appSecret: 'another' })).rejects.toThrow(unsigned(manifest));

  expect((await verify()).tables['note']?.rows).toBe(2);
  expect((await restore('past', { to: between })).tables['note']?.rows).toBe(1);
});

test('an archive of an earlier version is restored as unsigned', async () => {
  const { base, segment } = await archiveShop();
  const shopFile = path.join(base, 'shop.json');
  const { signature, ...earlier } = JSON.parse(readFileSync(shopFile, 'utf8'));
  expect(signature).toMatch(/^[0-9a-f]{64}$/);
  writeFileSync(shopFile, JSON.stringify(earlier));
  const wal = path.dirname(segment);
  for (const name of await readdir(wal)) {
    if (name.endsWith('.sig')) await rm(path.join(wal, name));
  }
  const manifest = path.join(base, 'backup_manifest');
  await expect(verify()).rejects.toThrow(`${manifest} is not signed`);
  expect((await verify({ isUnsigned: true })).tables['note']?.rows).toBe(1);
  expect((await restore('earlier', { isUnsigned: true })).tables['note']?.rows).toBe(1);
});
