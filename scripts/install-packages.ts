import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

/** Whether this account may install Debian's packages. */
export const mayInstallPackages = (): boolean =>
  process.getuid?.() === 0 && existsSync('/usr/bin/apt-get');

/** Installs Debian's packages. */
export function installPackages(names: readonly string[]): void {
  const isUpdated = runAptGet(['update', '-qq']);
  if (isUpdated) runAptGet(['install', '-y', '-qq', '--no-install-recommends', ...names]);
}

function runAptGet(args: string[]): boolean {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const { status } = spawnSync('apt-get', args, {
    stdio: ['ignore', 'inherit', 'inherit'],
    env,
  });
  return status === 0;
}
