import { execFile } from 'node:child_process';

/** Under which account PostgreSQL runs, and how a program is started under it. */
export interface Account {
  /** For the log, e.g. `postgres`. */
  description: string;
  /** Owner of the cluster's files, as seen from here; undefined: our own account. */
  owner?: { uid: number; gid: number };
  /** Given to spawn: Node itself changes the account. */
  ids?: { uid: number; gid: number };
  /** Put before the command: a small program that changes the account. */
  prefix: string[];
}

/** English messages (we read them), UTC, and nothing of ours such as secrets. */
export const postgresEnvironment = {
  PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
  LC_ALL: 'C',
  TZ: 'UTC',
};

/** Runs a program to its end as that account. Undefined if it succeeded, else what it complained about. */
export function runProgram(account: Account, command: string[]): Promise<string | undefined> {
  const [file = '', ...args] = [...account.prefix, ...command];
  const options = { ...account.ids, cwd: '/', env: postgresEnvironment };
  return new Promise((resolve) => {
    try {
      execFile(file, args, options, (error, _stdout, stderr) => {
        resolve(error ? stderr.trim() || error.message : undefined);
      });
    } catch (error) {
      // Changing the account may be refused before there is a process.
      resolve(error instanceof Error ? error.message : String(error));
    }
  });
}
