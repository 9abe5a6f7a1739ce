import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { packTar, type TarEntry } from 'modern-tar';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { unpackBaseBackup } from './recover-archive.ts';

type Entry = TarEntry & { body?: string };

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'unpack-'));
  onTestFinished(() => rm(folder, { recursive: true }));
});

const file = (name: string, body: string): Entry => ({
  header: { name, type: 'file', size: Buffer.byteLength(body) },
  body,
});
const link = (type: 'symlink' | 'link', name: string, linkname: string): Entry => ({
  header: { name, type, size: 0, linkname },
});
const version = file('PG_VERSION', '18\n');

/** Unpacks these entries; the manifest names the files, `unnamed` excepted. */
async function unpack(entries: Entry[], unnamed: string[] = []): Promise<string> {
  const files = entries
    .filter(({ header }) => !unnamed.includes(header.name))
    .map(({ header, body = '' }) => ({
      Path: header.name,
      Size: header.size,
      Checksum: createHash('sha256').update(body).digest('hex'),
    }));
  const manifest = { Files: files, 'WAL-Ranges': [] };
  await writeFile(path.join(folder, 'backup_manifest'), JSON.stringify(manifest));
  await writeFile(path.join(folder, 'base.tar.gz'), gzipSync(await packTar(entries)));
  const wal = { timeline: 1, start: 0, end: 0 };
  const cluster = path.join(folder, 'cluster');
  await unpackBaseBackup({ name: '', folder, endedAt: new Date(), wal, bytes: 0 }, cluster, null);
  return cluster;
}

test('the settings of an archive are replaced by ours', async () => {
  const cluster = await unpack([
    version,
    file('postgresql.conf', "recovery_end_command = 'touch ran'\n"),
    file('postgresql.auto.conf', "ssl_passphrase_command = 'touch ran'\n"),
    file('pg_hba.conf', 'host all all all trust\n'),
    file('standby.signal', ''),
  ]);
  expect(readFileSync(path.join(cluster, 'postgresql.conf'), 'utf8')).not.toContain('command =');
  expect(readFileSync(path.join(cluster, 'postgresql.auto.conf'), 'utf8')).toBe('');
  expect(readFileSync(path.join(cluster, 'pg_hba.conf'), 'utf8')).not.toContain('host');
  expect(existsSync(path.join(cluster, 'standby.signal'))).toBe(false);
});

test('files that the manifest does not name are refused before they are written', async () => {
  const unnamed = unpack([version, file('base/1/evil.so', 'x'.repeat(1000))], ['base/1/evil.so']);
  await expect(unnamed).rejects.toThrow('base/1/evil.so does not belong to it');
  expect(existsSync(path.join(folder, 'cluster', 'base', '1', 'evil.so'))).toBe(false);
  const twice = unpack([version, version]);
  await expect(twice).rejects.toThrow('PG_VERSION does not belong to it');
  const named = unpack([version, file('tablespace_map', '1 /etc')]);
  await expect(named).rejects.toThrow('tablespace_map does not belong to it');
  const folders = Array.from({ length: 1001 }, (_, n): Entry => ({
    header: { name: `${n}/`, type: 'directory', size: 0 },
  }));
  await expect(unpack([version, ...folders])).rejects.toThrow('1000/ does not belong to it');
});

test.each(['symlink', 'link'] as const)('a %s is refused', async (type) => {
  const linked = unpack([version, link(type, 'pg_wal', 'PG_VERSION')]);
  await expect(linked).rejects.toThrow('pg_wal does not belong to it');
});
