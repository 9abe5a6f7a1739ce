import { realpathSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { createDataDir, lockDataDir } from './data-dir.ts';
import type { Logger } from 'pino';
import { StartError } from './errors.ts';
import { chooseAccount, findBinaries, type Account } from './run-as-account.ts';
import { embeddedSettings, createSocketDirectory, prepareCluster } from './cluster.ts';
import { stopOrphan } from './stop-orphan.ts';
import { isKnown } from './process-identity.ts';
import {
  FullDiskError,
  runPostgres,
  type PostgresCommand,
  type PostgresProcess,
} from './postgres-process.ts';

/** A cluster that is not running. */
export interface PreparedCluster {
  dataDir: string;
  /** The cluster's own folder. */
  directory: string;
  account: Account;
  log: Logger;
}

/** Archives the database (server/backup/archive). */
export interface ClusterArchive {
  /** Before the cluster is created or changed. Throws StartError if it cannot be archived there. */
  check(dataDir: string): Promise<void>;
  /** Before PostgreSQL starts; returns the settings for archiving. Throws StartError. */
  prepare(cluster: PreparedCluster): Promise<Record<string, string>>;
}

export interface EmbeddedPostgresOptions {
  /** The cluster lies in its subdirectory `postgres`; created if missing. */
  dataDir: string;
  log: Logger;
  archive?: ClusterArchive | undefined;
  /** Further settings of PostgreSQL, e.g. for tests. */
  settings?: Record<string, string>;
  /** Called once when PostgreSQL cannot be kept running; the server should end. */
  onGiveUp?: (error: Error) => void;
}

/** The running database. */
export interface EmbeddedPostgres {
  /** For a pool of `pg`. */
  connection: { host: string; port: number; user: string; database: string; ssl: false };
  /** Process id of PostgreSQL; changes with a restart. */
  pid(): number;
  /** Stops it cleanly and releases DATA_DIR. Close the pools first. */
  stop(): Promise<void>;
}

/**
 * Starts our own PostgreSQL under DATA_DIR and creates the database at the first start. It listens at a private socket
 * only, ends with this process however that ends, and is restarted if it dies. Throws StartError for the operator.
 */
export async function startEmbeddedPostgres(
  options: EmbeddedPostgresOptions,
): Promise<EmbeddedPostgres> {
  const { archive, log } = options;
  const binaries = findBinaries();
  createDataDir(options.dataDir);
  // one name for one directory: stopOrphan recognizes a PostgreSQL by it
  const dataDir = realpathSync(options.dataDir);
  const undo = [lockDataDir(dataDir)];
  const tidyUp = () => undo.toReversed().forEach((step) => step());
  try {
    const account = await chooseAccount(binaries.initdb, dataDir);
    const directory = path.join(dataDir, 'postgres');
    const socket = createSocketDirectory(dataDir, account);
    undo.push(socket.remove);
    await stopOrphan(directory, socket.path, log);
    await archive?.check(dataDir);
    await prepareCluster(directory, binaries.initdb, account);
    const cluster = { dataDir, directory, account, log };
    const archiveSettings = await archive?.prepare(cluster);
    log.debug(`PostgreSQL runs as ${account.description}`);
    const settings = {
      ...embeddedSettings,
      unix_socket_directories: `"${socket.path.replaceAll('"', '""')}"`,
      ...archiveSettings,
      ...options.settings,
    };
    const command = { program: binaries.postgres, directory, settings, account };
    const supervised = await supervise(command, options);
    return {
      connection: connectionAt(socket.path),
      pid: supervised.pid,
      async stop() {
        await supervised.stop();
        tidyUp();
      },
    };
  } catch (error) {
    tidyUp();
    throw error;
  }
}

function connectionAt(socketDir: string): EmbeddedPostgres['connection'] {
  // what is left out comes from variables such as PGSSLMODE, which may be meant for other programs
  return { host: socketDir, port: 5432, user: 'app', database: 'postgres', ssl: false };
}

/**
 * The connection to the embedded database of a running shop, for commands beside it; null when none runs on this
 * DATA_DIR.
 */
export async function findRunningEmbedded(
  dataDir: string,
): Promise<EmbeddedPostgres['connection'] | null> {
  const file = path.join(dataDir, 'postgres', 'postmaster.pid');
  const lines = (await readFile(file, 'utf8').catch(() => '')).split('\n');
  // PostgreSQL's LOCK_FILE_LINE_PID and LOCK_FILE_LINE_SOCKET_DIR
  const pid = Number(lines[0]);
  const socketDir = lines[4]?.trim() ?? '';
  return Number.isInteger(pid) && socketDir !== '' && isKnown(pid) ? connectionAt(socketDir) : null;
}

/** Delays in ms between attempts to restart a dead PostgreSQL; after the last one, the server gives up. */
const restartDelays = [100, 200, 500, 1000, 2000, 4000, 8000];

/** Between attempts on a full disk, which do not count: pages come from memory until there is space again. */
const FULL_DISK_DELAY_MS = 1000;

async function supervise(
  command: PostgresCommand,
  { log, onGiveUp }: EmbeddedPostgresOptions,
): Promise<{ pid: () => number; stop: () => Promise<void> }> {
  let current = await runPostgres(command, log);
  const stopping = new AbortController();

  async function restartWhenEnded(): Promise<void> {
    while (true) {
      await current.ended;
      if (stopping.signal.aborted) return;
      log.error('PostgreSQL has died; starting it again');
      const next = await restart(command, log, stopping.signal);
      if (!next) return;
      current = next;
    }
  }
  const watching = restartWhenEnded().catch((error: Error) => {
    log.error(`PostgreSQL no longer starts: ${error.message}`);
    onGiveUp?.(error);
  });
  return {
    pid: () => current.pid,
    async stop() {
      stopping.abort();
      await current.stop();
      await watching;
    },
  };
}

/** Undefined when a stop is requested in the meantime. Throws when no attempt has succeeded. */
async function restart(
  command: PostgresCommand,
  log: Logger,
  stopping: AbortSignal,
): Promise<PostgresProcess | undefined> {
  let lastError: unknown;
  for (let failures = 0; failures < restartDelays.length;) {
    const isDiskFull = lastError instanceof FullDiskError;
    await wait(isDiskFull ? FULL_DISK_DELAY_MS : restartDelays[failures]);
    if (stopping.aborted) return undefined;
    try {
      const started = await runPostgres(command, log);
      log.info('PostgreSQL runs again');
      if (stopping.aborted) await started.stop();
      return started;
    } catch (error) {
      if (!(error instanceof FullDiskError)) failures++;
      else if (!isDiskFull)
        log.error('The disk is full: PostgreSQL starts again when it has space');
      lastError = error;
    }
  }
  throw lastError instanceof Error
    ? lastError
    : new StartError('PostgreSQL could not be started again.');
}
