import { chmodSync, chownSync, lchownSync, mkdtempSync, readFileSync } from 'node:fs';
import { readdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { dataDirError, createFolders } from './data-dir.ts';
import { StartError, errorCode } from './errors.ts';
import { explainFailure } from './postgres-process.ts';
import { runProgram, type Account } from './run-as-account.ts';

/** The major version of the bundled PostgreSQL; it cannot open a cluster of another one. */
export const bundledMajorVersion = '18';

/**
 * Prepares the cluster: creates a missing one (C collation for all, ICU collations by name, data checksums) and makes
 * the account its owner. Throws StartError for a foreign directory or another major version.
 */
export async function prepareCluster(
  directory: string,
  initdb: string,
  account: Account,
): Promise<void> {
  if (isMissingOrEmpty(directory)) await createCluster(directory, initdb, account);
  else checkCluster(directory);
  if (account.owner) changeOwner(directory, account.owner);
}

function isMissingOrEmpty(directory: string): boolean {
  try {
    return readdirSync(directory).length === 0;
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return true;
    throw dataDirError(directory, error);
  }
}

function checkCluster(directory: string): void {
  let version: string;
  try {
    version = readFileSync(path.join(directory, 'PG_VERSION'), 'utf8').trim();
  } catch (cause) {
    throw new StartError(
      `${directory} holds something that is not a PostgreSQL database (it has no PG_VERSION). ` +
        'Move it away, or set DATA_DIR to another directory.',
      { cause },
    );
  }
  if (version === bundledMajorVersion) return;
  throw new StartError(
    `The database in ${directory} was made by PostgreSQL ${version}, this program brings ` +
      `${bundledMajorVersion}. Make a backup with the program that made it and restore that into an ` +
      'empty DATA_DIR.',
  );
}

/** Creates it under another name first, so that an interruption leaves nothing half done. */
async function createCluster(directory: string, initdb: string, account: Account): Promise<void> {
  const unfinished = `${directory}.unfinished`;
  try {
    rmSync(unfinished, { recursive: true, force: true });
    createOwnedDirectory(unfinished, account);
    await runInitdb(unfinished, initdb, account);
    renameSync(unfinished, directory);
  } catch (error) {
    rmSync(unfinished, { recursive: true, force: true });
    throw error instanceof StartError ? error : dataDirError(directory, error);
  }
}

const initdbOptions = [
  '--username=app',
  '--encoding=UTF8',
  '--locale=C',
  '--locale-provider=builtin',
  '--builtin-locale=C.UTF-8',
  // trusts every client of the socket; the socket's directory is private
  '--auth=trust',
  '--data-checksums',
  // the archive gets a segment at least every 30 s: of the usual 16 MB, nearly all would be zeros (decision 8)
  '--wal-segsize=4',
  '--no-instructions',
];

async function runInitdb(directory: string, initdb: string, account: Account): Promise<void> {
  const failure = await runProgram(account, [initdb, '-D', directory, ...initdbOptions]);
  if (failure !== undefined) throw explainFailure(directory, failure);
}

/** The cluster's own files of settings, for one that comes from elsewhere: as ours starts without them. */
const ownSettings = {
  'postgresql.conf': '# Settings come on the command line.\n',
  'postgresql.auto.conf': '',
  'pg_hba.conf': 'local all all trust\nlocal replication all trust\n',
  'pg_ident.conf': '',
};

/** Replaces the settings of a cluster that comes from elsewhere: they name commands, libraries and files. */
export function writeOwnSettings(directory: string): void {
  for (const [name, content] of Object.entries(ownSettings)) {
    writeFileSync(path.join(directory, name), content, { mode: 0o600 });
  }
}

/** Commands and libraries that a cluster's own file could name; an archive sets its own over these. */
const noCommands = {
  archive_command: '',
  archive_library: '',
  archive_cleanup_command: '',
  recovery_end_command: '',
  restore_command: '',
  primary_conninfo: '',
  ssl: 'off',
  ssl_passphrase_command: '',
  shared_preload_libraries: '',
  session_preload_libraries: '',
  local_preload_libraries: '',
  oauth_validator_libraries: '',
  dynamic_library_path: '$libdir',
};

/**
 * Settings of the embedded PostgreSQL. They go on the command line, so that they override the cluster's own file.
 */
export const embeddedSettings: Record<string, string> = {
  ...noCommands,
  // listens at a socket in a private directory, never on the network
  listen_addresses: '',
  unix_socket_permissions: '0700',
  max_connections: '60',
  shared_buffers: '128MB',
  // on one small disk and a few cores, reader processes cost more than they gain
  io_method: 'sync',
  // the data lies in memory or on a solid-state disk: an index pays off sooner
  random_page_cost: '1.1',
  // a count over all orders must not take every core from buyers: one is enough
  max_parallel_workers_per_gather: '0',
  // a paid order survives a power cut; holds relax this for themselves (database.ts)
  fsync: 'on',
  full_page_writes: 'on',
  synchronous_commit: 'on',
  max_wal_size: '512MB',
  // do not fill a new segment of the log with zeros first: 16 MB, for which commits would wait
  wal_init_zero: 'off',
  max_wal_senders: '2',
  // a few hot rows (the stock counters) change very often: clean up soon
  autovacuum_naptime: '20s',
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_line_prefix: '',
  // no detail lines and no statements: they contain names and addresses
  log_error_verbosity: 'terse',
  log_min_error_statement: 'panic',
  logging_collector: 'off',
};

/** Makes a private directory of the account. */
export function createOwnedDirectory(directory: string, account: Account): void {
  try {
    createFolders(directory);
    if (account.owner) chownSync(directory, account.owner.uid, account.owner.gid);
    chmodSync(directory, 0o700);
  } catch (cause) {
    throw dataDirError(directory, cause);
  }
}

/** The account may differ from that of the last start: a moved clone, or root today and a user yesterday. */
function changeOwner(directory: string, owner: { uid: number; gid: number }): void {
  if (statSync(directory).uid === owner.uid) return;
  for (const entry of readdirSync(directory, { recursive: true, encoding: 'utf8' })) {
    lchownSync(path.join(directory, entry), owner.uid, owner.gid);
  }
  // the directory itself last: after an interruption, the next start repeats this
  chownSync(directory, owner.uid, owner.gid);
}

/** PostgreSQL's fixed file name in the socket directory. */
export const socketFile = '.s.PGSQL.5432';
/** The kernel stores a socket's path in 108 bytes, the last of them zero. */
const MAX_SOCKET_PATH_BYTES = 107;

/** A private directory for the socket. */
export interface SocketDirectory {
  path: string;
  /** Removes a directory that was made for this start only. */
  remove: () => void;
}

/** Makes it under DATA_DIR, or under /tmp if that path would be too long for a socket. */
export function createSocketDirectory(dataDir: string, account: Account): SocketDirectory {
  const regular = path.join(dataDir, 'socket');
  if (Buffer.byteLength(path.join(regular, socketFile)) <= MAX_SOCKET_PATH_BYTES) {
    createOwnedDirectory(regular, account);
    return { path: regular, remove: () => undefined };
  }
  const short = mkdtempSync('/tmp/postgres-');
  createOwnedDirectory(short, account);
  return { path: short, remove: () => rmSync(short, { recursive: true, force: true }) };
}
