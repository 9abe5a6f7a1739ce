import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { chromium } from '@playwright/test';
import { StartError } from '#server/platform/start-error.ts';

const names = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome'];

/** Path of the browser for tests: CHROMIUM, the system's, or Playwright's own download; else undefined. */
export function findBrowser(): string | undefined {
  const folders = (process.env.PATH ?? '').split(path.delimiter);
  const programs = names.flatMap((name) => folders.map((folder) => path.join(folder, name)));
  return [process.env.CHROMIUM, ...programs, chromium.executablePath()].find(
    (file) => file !== undefined && file !== '' && existsSync(file),
  );
}

/** Finds the browser, or installs one: Debian's package where we may, else Playwright's download. */
export function bringBrowser(): string {
  const found = findBrowser();
  if (found) return found;
  console.log('No Chromium here; installing one for the browser tests.');
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) installPackage();
  if (!findBrowser()) run(process.execPath, [playwrightProgram, 'install', 'chromium']);
  const installed = findBrowser();
  if (installed) return installed;
  throw new StartError(
    'No Chromium could be installed for the browser tests: install one (apt-get install chromium), or set ' +
      'CHROMIUM to its path.',
  );
}

const playwrightProgram = path.join(import.meta.dirname, '../node_modules/@playwright/test/cli.js');

function installPackage(): void {
  run('apt-get', ['update', '-qq']);
  run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'chromium']);
}

function run(command: string, args: string[]): void {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  spawnSync(command, args, { stdio: ['ignore', 'inherit', 'inherit'], env });
}
