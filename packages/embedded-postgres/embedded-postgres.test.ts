import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { mkdir, mkdtemp, rm, statfs, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Client } from 'pg';
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { type RunningProcess, runProcess } from '#test/run-process.ts';
import { isRunning } from './process-identity.ts';

const program = path.join(import.meta.dirname, 'embedded-postgres-program.ts');
// each test starts several programs one after the other, on a machine that also runs other tests
vi.setConfig({ testTimeout: 60_000 });

let base: string;
let dataDir: string;

beforeEach(async () => {
  base = await mkdtemp(path.join(tmpdir(), 'postgres-test-'));
  dataDir = path.join(base, 'data');
});
afterEach(() => rm(base, { recursive: true }));

const start = (env = process.env) => runProcess(process.execPath, [program, dataDir], { env });

async function ready(run: RunningProcess) {
  const [, pid, socket, starts] = await run.printed(/^ready (\d+) (.+) start (\d+)$/m);
  return { pid: Number(pid), socket: socket ?? '', starts: Number(starts) };
}

async function stop(run: RunningProcess) {
  run.child.kill('SIGTERM');
  return await run.ended;
}

const gone = (pid: number) => vi.waitUntil(() => !isRunning(pid), { timeout: 30_000 });

/** Starts it and expects it to fail; returns its message, which must be one line. */
async function failure(): Promise<string> {
  const { code, output } = await start().ended;
  expect(code).toBe(1);
  expect(output.trimEnd().split('\n')).toHaveLength(1);
  return output;
}

test('starts, stops and starts again with its data; no other account can reach it', async () => {
  const first = start();
  const { pid, socket } = await ready(first);
  expect(statSync(path.join(dataDir, 'postgres')).mode & 0o777).toBe(0o700);
  expect(statSync(socket).mode & 0o777).toBe(0o700);
  expect(readFileSync(`/proc/${pid}/cmdline`, 'utf8')).toContain('listen_addresses=\0');
  expect(statSync(`/proc/${pid}`).uid).not.toBe(0);
  expect(await stop(first)).toMatchObject({ code: 0, output: expect.stringContaining('stopped') });
  expect(isRunning(pid)).toBe(false);

  const second = start();
  expect((await ready(second)).starts).toBe(2);
  await stop(second);
});

test('settings for other databases in the environment do not matter', async () => {
  const run = start({ ...process.env, PGSSLMODE: 'require', PGPASSWORD: 'other', PGPORT: '1' });
  await ready(run);
  await stop(run);
});

test('has checksums, ICU collations, and the C collation by default', async () => {
  const run = start();
  const { socket } = await ready(run);
  const client = new Client({ host: socket, user: 'app', database: 'postgres' });
  await client.connect();
  const { rows } = await client.query(`
    select current_setting('data_checksums') as checksums, current_setting('fsync') as fsync,
      'Zar' < 'Ärger' as c_order, 'Zar' > 'Ärger' collate "de-x-icu" as german_order, lower('Ä') as lower`);
  expect(rows).toEqual([
    { checksums: 'on', fsync: 'on', c_order: true, german_order: true, lower: 'ä' },
  ]);
  await client.end();
  await stop(run);
});

test('kill -9 of the server leaves no PostgreSQL, and the next start recovers', async () => {
  const killed = start();
  const { pid } = await ready(killed);
  killed.child.kill('SIGKILL');
  // at once, while the old one may still be shutting down
  const next = start();
  expect((await ready(next)).starts).toBe(2);
  await gone(pid);
  const last = await ready(next);
  next.child.kill('SIGKILL');
  await gone(last.pid);
});

test('a zombie PostgreSQL does not prevent the next start', async () => {
  const first = start();
  const { socket } = await ready(first);
  await stop(first);
  // the shell has become sleep, which does not reap its children
  const undertaker = runProcess('/bin/sh', ['-c', 'true & echo "dead $!"; exec sleep 60']);
  const [, dead = ''] = await undertaker.printed(/^dead (\d+)$/m);
  await vi.waitUntil(() => !isRunning(Number(dead)));
  for (const left of [`${dead}\n${dataDir}/postgres\n`, '']) {
    await writeFile(path.join(dataDir, 'postgres/postmaster.pid'), left);
    await mkdir(socket, { recursive: true });
    await writeFile(path.join(socket, '.s.PGSQL.5432.lock'), left);
    const next = start();
    await ready(next);
    await stop(next);
  }
  undertaker.child.kill('SIGKILL');
  await undertaker.ended.catch(() => undefined);
});

test('the next start ends a PostgreSQL whose watcher was killed too', async () => {
  const killed = start();
  const { pid } = await ready(killed);
  // stopped, it cannot handle its watcher's signal
  process.kill(pid, 'SIGSTOP');
  killed.child.kill('SIGKILL');
  await killed.ended.catch(() => undefined);
  const next = start();
  await next.printed(/Ending the PostgreSQL that a killed server has left behind/);
  process.kill(pid, 'SIGCONT');
  expect((await ready(next)).starts).toBe(2);
  expect(isRunning(pid)).toBe(false);
  await stop(next);
});

describe('an archive whose disk does not respond', () => {
  const startArchiving = () => runProcess(process.execPath, [program, dataDir, 'sleep 1000']);

  test('does not keep PostgreSQL from stopping', async () => {
    const run = startArchiving();
    const { pid } = await ready(run);
    expect(await stop(run)).toMatchObject({
      code: 0,
      output: expect.stringContaining('takes too long to stop'),
    });
    expect(isRunning(pid)).toBe(false);
  });

  test('does not keep a killed server from starting again', async () => {
    const killed = startArchiving();
    const { pid } = await ready(killed);
    killed.child.kill('SIGKILL');
    const next = startArchiving();
    expect((await ready(next)).starts).toBe(2);
    expect(isRunning(pid)).toBe(false);
    await stop(next);
  });
});

test('a PostgreSQL that dies is started again', async () => {
  const run = start();
  const { pid, socket } = await ready(run);
  process.kill(pid, 'SIGKILL');
  await run.printed(/PostgreSQL runs again/);
  const client = new Client({ host: socket, user: 'app', database: 'postgres' });
  await client.connect();
  expect((await client.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
  await client.end();
  expect((await stop(run)).code).toBe(0);
});

test('a PostgreSQL that dies on a full disk is started again when there is space', async ({
  skip,
}) => {
  const disk = await mkdtemp(path.join(tmpdir(), 'postgres-disk-'));
  onTestFinished(() => rm(disk, { recursive: true }));
  const options = ['-t', 'tmpfs', '-o', 'size=200m', 'tmpfs', disk];
  if (spawnSync('mount', options).status !== 0) skip('this account may not mount a tmpfs');
  try {
    dataDir = path.join(disk, 'data');
    const run = start();
    const { pid } = await ready(run);
    // stopped: it must not start PostgreSQL again before the disk is full
    run.child.kill('SIGSTOP');
    process.kill(pid, 'SIGQUIT');
    await gone(pid);
    const { bavail, bsize } = await statfs(disk);
    await writeFile(path.join(disk, 'filler'), Buffer.alloc(bavail * bsize));
    run.child.kill('SIGCONT');
    await run.printed(/The disk is full/);
    await rm(path.join(disk, 'filler'));
    await run.printed(/PostgreSQL runs again/);
    expect((await stop(run)).code).toBe(0);
  } finally {
    spawnSync('umount', ['-l', disk]);
  }
});

test('a path too long for a socket', async () => {
  dataDir = path.join(base, 'a-rather-long-name-'.repeat(5), 'data, "quoted"');
  const run = start();
  const { socket } = await ready(run);
  expect(socket.length).toBeLessThan(60);
  expect(statSync(socket).mode & 0o777).toBe(0o700);
  await stop(run);
  expect(existsSync(socket)).toBe(false);
});

describe('a StartError of one line reports:', () => {
  test('a second server on the same DATA_DIR', async () => {
    const first = start();
    await ready(first);
    expect(await failure()).toMatch(/is in use by another server \(process \d+\)\. Stop that one/);
    await stop(first);
  });

  test('a directory that holds something else', async () => {
    await mkdir(path.join(dataDir, 'postgres'), { recursive: true });
    await writeFile(path.join(dataDir, 'postgres', 'holiday.jpg'), '');
    expect(await failure()).toMatch(/is not a PostgreSQL database.*Move it away/);
  });

  test('another major version', async () => {
    await mkdir(path.join(dataDir, 'postgres'), { recursive: true });
    await writeFile(path.join(dataDir, 'postgres', 'PG_VERSION'), '16\n');
    expect(await failure()).toMatch(/was made by PostgreSQL 16, this program brings 18.*backup/);
  });

  test('a damaged directory', async () => {
    const first = start();
    await ready(first);
    await stop(first);
    await rm(path.join(dataDir, 'postgres', 'global', 'pg_control'));
    expect(await failure()).toMatch(/could not start in .*pg_control.*damaged: restore a backup/);
  });

  test('a file where DATA_DIR should be', async () => {
    await writeFile(dataDir, '');
    expect(await failure()).toMatch(/a file is in the way/);
  });

  test('a DATA_DIR that cannot be written', async () => {
    dataDir = '/sys/festival';
    expect(await failure()).toMatch(/Cannot store data in \/sys\/festival: /);
  });
});
