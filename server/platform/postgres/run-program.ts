import { execFile } from 'node:child_process';
import type { Account } from './account.ts';

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
