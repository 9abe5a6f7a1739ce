import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

/** Whether this account may install Debian's packages. */
export const mayInstallPackages = (): boolean =>
  process.getuid?.() === 0 && existsSync('/usr/bin/apt-get');

/** Installs Debian's packages; gives up when their download takes longer than this, if given. */
export function installPackages(names: readonly string[], maxDownloadMs?: number): void {
  const install = ['install', '-y', '-qq', '--no-install-recommends', ...names];
  // A download may be ended at any moment, an installation may not.
  if (!runAptGet(['update', '-qq'], maxDownloadMs)) return;
  if (runAptGet([...install, '--download-only'], maxDownloadMs)) runAptGet(install);
}

function runAptGet(args: string[], timeout?: number): boolean {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const { status } = spawnSync('apt-get', args, {
    stdio: ['ignore', 'inherit', 'inherit'],
    env,
    ...(timeout === undefined ? {} : { timeout }),
  });
  return status === 0;
}
