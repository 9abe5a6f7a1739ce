import { execFileSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Client } from 'pg';
import { findBinaries, chooseAccount } from '#packages/embedded-postgres/run-as-account.ts';
import { createOwnedDirectory, prepareCluster } from '#packages/embedded-postgres/cluster.ts';
import { runPostgres } from '#packages/embedded-postgres/postgres-process.ts';
import { errorCode } from '#server/platform/errors.ts';
import { retry } from '#server/platform/retry.ts';
import { testLog } from './database.ts';
import { findAvailablePort } from './find-available-port.ts';

/** A primary and its synchronous standby on loopback: a commit returns when both have written it. */
export interface ReplicatedPostgres {
  /** For `DATABASE_URL`: names the standby first, so that the order does not matter. */
  url: string;
  primary: PostgresServer;
  standby: PostgresServer;
  /** Ends both and deletes their files. */
  stop(): void;
}

/** One of the two. */
interface PostgresServer {
  url: string;
  query<Row>(text: string): Promise<Row[]>;
  /** Sends a signal to all its processes at once, as the loss of a machine would (SIGKILL), or a hang (SIGSTOP). */
  signal(name: NodeJS.Signals): void;
}

/** Settings of both; a killed process loses nothing that it has passed to the system. */
const settings = {
  fsync: 'off',
  full_page_writes: 'off',
  max_connections: '100',
  hot_standby: 'on',
};

/** Starts both from copies of one cluster of the bundled PostgreSQL. */
export async function startReplicatedPostgres(): Promise<ReplicatedPostgres> {
  const folder = mkdtempSync(path.join(tmpdir(), 'festival-replicated-'));
  const { initdb, postgres } = findBinaries();
  const account = await chooseAccount(initdb, tmpdir());
  createOwnedDirectory(folder, account);
  const [directory = '', copy = ''] = ['a', 'b'].map((name) => path.join(folder, name));
  await prepareCluster(directory, initdb, account);
  mkdirSync(copy, { mode: 0o700 });
  cpSync(directory, copy, { recursive: true });
  writeFileSync(path.join(copy, 'standby.signal'), '');
  // the account must own it
  await prepareCluster(copy, initdb, account);

  const start = (where: string, port: number, own: Record<string, string>) => {
    const listen = {
      listen_addresses: '127.0.0.1',
      port: String(port),
      unix_socket_directories: '',
    };
    const command = {
      program: postgres,
      directory: where,
      settings: { ...settings, ...listen, ...own },
      account,
    };
    return runPostgres(command, testLog);
  };
  const [port, standbyPort] = [await findAvailablePort(), await findAvailablePort()];
  const primary = createServer(directory, port);
  const standby = createServer(copy, standbyPort);
  const stop = () => {
    for (const server of [primary, standby]) server.signal('SIGKILL');
    rmSync(folder, { recursive: true, force: true, maxRetries: 20 });
  };
  await start(directory, port, {});
  const primary_conninfo = `host=127.0.0.1 port=${port} user=app application_name=standby`;
  // resolves with the promotion: until then it is read-only; rejects when it does not start
  const promoted = start(copy, standbyPort, { primary_conninfo });
  promoted.catch(() => undefined);
  const follows = waitUntil(async () => {
    const rows = await primary.query(`select from pg_stat_replication where state = 'streaming'`);
    return rows.length === 1;
  });
  await Promise.race([follows, promoted]);
  await primary.query(`alter system set synchronous_standby_names = 'standby'`);
  await primary.query('select pg_reload_conf()');
  await waitUntil(async () => {
    const rows = await primary.query(`select from pg_stat_replication where sync_state = 'sync'`);
    return rows.length === 1;
  });
  const url = `postgres://app@127.0.0.1:${standbyPort},127.0.0.1:${port}/postgres?target_session_attrs=read-write`;
  return { url, primary, standby, stop };
}

function createServer(directory: string, port: number): PostgresServer {
  const url = `postgres://app@127.0.0.1:${port}/postgres`;
  return {
    url,
    async query<Row>(text: string): Promise<Row[]> {
      const client = new Client({ connectionString: url, connectionTimeoutMillis: 5_000 });
      client.on('error', () => undefined);
      await client.connect();
      try {
        return (await client.query(text)).rows as Row[];
      } finally {
        await client.end();
      }
    },
    signal(name) {
      const postmaster = postmasterOf(directory);
      // it must start no more processes while we list them
      sendSignal(postmaster, 'SIGSTOP');
      for (const pid of [...childrenOf(postmaster), postmaster]) sendSignal(pid, name);
    },
  };
}

function postmasterOf(directory: string): number {
  return Number.parseInt(readFileSync(path.join(directory, 'postmaster.pid'), 'utf8'), 10);
}

function childrenOf(parent: number): number[] {
  const file = `/proc/${parent}/task/${parent}/children`;
  if (existsSync(file)) return readFileSync(file, 'utf8').trim().split(' ').map(Number);
  // macOS
  const lines = execFileSync('ps', ['-A', '-o', 'ppid=,pid='], { encoding: 'utf8' }).split('\n');
  const pairs = lines.map((line) => line.trim().split(/\s+/).map(Number));
  return pairs.flatMap(([ppid, pid = 0]) => (ppid === parent ? [pid] : []));
}

/** A process may have ended in the meantime. */
function sendSignal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    if (errorCode(error) !== 'ESRCH') throw error;
  }
}

/** Waits until a condition on the two servers holds, which takes a second or two. */
async function waitUntil(isDone: () => Promise<boolean>): Promise<void> {
  await retry({ attempts: 300, delayMs: 100, when: () => true }, async () => {
    if (!(await isDone())) throw new Error('the standby does not follow the primary');
  });
}
