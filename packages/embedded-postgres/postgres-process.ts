import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import type { Logger } from 'pino';
import { StartError } from './errors.ts';
import { postgresEnvironment, type Account } from './run-as-account.ts';

/**
 * Becomes PostgreSQL and starts a watcher beside it that holds the reading end of our pipe. However this Node process
 * ends (kill -9 too), the pipe closes and the watcher sends PostgreSQL the signal for a fast, clean shutdown. An inner
 * shell that ends at once starts the watcher: PostgreSQL must not inherit it as a child.
 */
const script = `
exec 3<&0 0</dev/null
( ( exec >/dev/null 2>&1; read -r _ <&3; kill -INT $$ ) & )
exec "$@" 3<&-`;

/**
 * How long a fast shutdown may take before an immediate one (PostgreSQL then recovers at its next start): it waits for
 * an archive whose disk does not respond. Far shorter than the shutdown of the shop (platform/process/shutdown.ts).
 */
export const FAST_SHUTDOWN_MS = 8_000;

/** A running PostgreSQL. */
export interface PostgresProcess {
  pid: number;
  /** Resolves when it has ended, for any reason. */
  ended: Promise<void>;
  /** Ends it cleanly; open transactions are rolled back. */
  stop(): Promise<void>;
}

export interface PostgresCommand {
  program: string;
  directory: string;
  settings: Record<string, string>;
  account: Account;
}

/** Starts PostgreSQL and waits until it accepts connections. Throws StartError with the reason. */
export async function runPostgres(command: PostgresCommand, log: Logger): Promise<PostgresProcess> {
  const child = spawnPostgres(command);
  const ended = waitUntilEnded(child);
  await waitUntilReady(child, command.directory, log);
  return { pid: child.pid ?? 0, ended, stop: () => stopPostgres(child, ended, log) };
}

/** How long the processes of an ended PostgreSQL may hold its log; a hanging archive command never releases it. */
const RELEASE_MS = 2000;

function waitUntilEnded(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    let timer: NodeJS.Timeout | undefined;
    const end = (): void => {
      clearTimeout(timer);
      child.stdin?.destroy();
      child.stderr?.destroy();
      resolve();
    };
    child.once('exit', () => (timer = setTimeout(end, RELEASE_MS)));
    child.once('close', end);
    child.once('error', end);
  });
}

function spawnPostgres({ program, directory, settings, account }: PostgresCommand): ChildProcess {
  const options = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const shell = ['/bin/sh', '-c', script, 'postgres', program, '-D', directory, ...options];
  const [file = '', ...args] = [...account.prefix, ...shell];
  return spawn(file, args, {
    ...account.ids,
    cwd: '/',
    env: postgresEnvironment,
    stdio: ['pipe', 'ignore', 'pipe'],
    // its own session: Ctrl-C in the terminal reaches only us, and we stop PostgreSQL last
    detached: true,
  });
}

function waitUntilReady(child: ChildProcess, directory: string, log: Logger): Promise<void> {
  return new Promise((resolve, reject) => {
    // the reason comes last, after thousands of lines of a recovery
    const lastLines: string[] = [];
    let isReady = false;
    const fail = (reason: string) => reject(explainFailure(directory, reason));
    child.once('error', (error) => fail(error.message));
    child.once('close', () => fail(lastLines.join('\n')));
    // we never write, but the pipe may report EPIPE when PostgreSQL has ended
    child.stdin?.on('error', () => undefined);
    if (!child.stderr) return;
    createInterface({ input: child.stderr }).on('line', (line) => {
      lastLines.push(line);
      if (lastLines.length > 50) lastLines.shift();
      if (line.includes('database system is ready to accept connections')) {
        isReady = true;
        resolve();
      }
      // before, it is the reason that the caller gets
      if (isReady) logLine(line, log);
      else log.debug(`PostgreSQL: ${line}`);
    });
  });
}

/**
 * The caller of a statement gets its ERRORs anyway; we log only what nobody else reports. Connections that an
 * administrator command ends are part of every stop.
 */
function logLine(line: string, log: Logger): void {
  if (/^(?:FATAL|PANIC):(?!.*administrator command)/.test(line)) log.warn(`PostgreSQL: ${line}`);
  else log.debug(`PostgreSQL: ${line}`);
}

async function stopPostgres(child: ChildProcess, ended: Promise<void>, log: Logger): Promise<void> {
  const timeout = setTimeout(() => {
    log.warn('PostgreSQL takes too long to stop: stopping it at once');
    child.kill('SIGQUIT');
  }, FAST_SHUTDOWN_MS);
  child.kill('SIGINT');
  await ended;
  clearTimeout(timeout);
}

/** PostgreSQL cannot start because its disk is full. */
export class FullDiskError extends StartError {}

const fullDisk = /No space left on device|free disk space|wrote only/;

/** Messages PostgreSQL may write before it ends (left, in English: LC_ALL=C), and the advice for each. */
const advice: [RegExp, string][] = [
  [fullDisk, 'The disk is full: free some space and start again.'],
  [
    /lock file .* already exists|pre-existing shared memory block/,
    'Another PostgreSQL uses this directory: stop it, or set DATA_DIR to another directory.',
  ],
  [
    /has wrong ownership|Permission denied|has invalid permissions/,
    'The files belong to another account: change their owner, or set DATA_DIR to another directory.',
  ],
  [/initialized by PostgreSQL version/, 'It was made by another version of PostgreSQL.'],
  [/could not (create|map) .*shared memory|Cannot allocate memory/, 'There is too little memory.'],
  [
    /error while loading shared libraries|not found|ENOENT/,
    'The bundled PostgreSQL does not run on this system: set DATABASE_URL to a server instead.',
  ],
];
const defaultAdvice =
  'The files are probably damaged: restore a backup into an empty DATA_DIR, or set DATABASE_URL.';

/** Makes one line of what PostgreSQL or initdb wrote to stderr before it ended. */
export function explainFailure(directory: string, stderr: string): StartError {
  const lines = stderr.split('\n').filter((line) => line.trim() !== '');
  const reason =
    lines.find((line) => /FATAL:|PANIC:|error:/.test(line)) ?? lines.at(-1) ?? 'no reason given';
  const what = reason.replace(/^.*?(?:FATAL|PANIC|error):\s*/, '').trim();
  const toDo = advice.find(([pattern]) => pattern.test(stderr))?.[1] ?? defaultAdvice;
  const ErrorType = fullDisk.test(stderr) ? FullDiskError : StartError;
  return new ErrorType(`PostgreSQL could not start in ${directory}: ${what}. ${toDo}`);
}
