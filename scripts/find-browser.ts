import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { chromium } from '@playwright/test';
import { StartError } from '#server/platform/errors.ts';

/** Debian's headless Chromium: with it the tests take a quarter less processor time. */
const HEADLESS = 'chromium-headless-shell';
const names = [HEADLESS, 'chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome'];

/**
 * Path of the browser for tests: CHROMIUM, the first of the system's that starts, or Playwright's own download;
 * otherwise undefined.
 */
export function findBrowser(env: NodeJS.ProcessEnv = process.env): string | undefined {
  return env.CHROMIUM || candidates(env).find((file) => startError(file) === undefined);
}

/** Finds the browser, or installs one: Debian's package if this account may, otherwise Playwright's download. */
export function ensureBrowser(): string {
  const found = findBrowser();
  if (found) return found;
  console.log('No working Chromium found; installing one for the browser tests.');
  const mayInstall = process.getuid?.() === 0 && existsSync('/usr/bin/apt-get');
  if (mayInstall) installPackage();
  if (!findBrowser()) {
    if (mayInstall) run(process.execPath, [playwrightProgram, 'install-deps', 'chromium']);
    // --no-shell: the smaller headless browser of Playwright is not needed
    run(process.execPath, [playwrightProgram, 'install', '--no-shell', 'chromium']);
  }
  const installed = findBrowser();
  if (installed) return installed;
  throw new StartError(explainMissing());
}

/** Why there is no browser, and what to do. */
export function explainMissing(env: NodeJS.ProcessEnv = process.env): string {
  const [found] = candidates(env);
  if (found === undefined) {
    return (
      'No Chromium could be installed for the browser tests: install one (as root: apt-get install chromium), ' +
      'or set CHROMIUM to its path.'
    );
  }
  return (
    `${found} cannot be started (${startError(found)}). Its dependencies are installed by (as root) ` +
    '`npx playwright install-deps chromium`, or take another browser: apt-get install chromium, or CHROMIUM=PATH.'
  );
}

function candidates(env: NodeJS.ProcessEnv): string[] {
  const folders = (env.PATH ?? '').split(path.delimiter);
  const programs = names.flatMap((name) => folders.map((folder) => path.join(folder, name)));
  return [...programs, chromium.executablePath()].filter((file) => existsSync(file));
}

/**
 * Why a browser does not start; undefined if it does. A file alone proves little: Ubuntu's `chromium-browser` only
 * points to another package, and Playwright's download needs libraries of the system.
 */
function startError(file: string): string | undefined {
  const { status, stderr, error } = spawnSync(file, ['--version'], {
    encoding: 'utf8',
    timeout: 30_000,
  });
  if (status === 0) return undefined;
  const lastLine = (error?.message ?? stderr).trim().split('\n').at(-1);
  return lastLine?.replace(`${file}: `, '') || `it ended with ${status}`;
}

const playwrightProgram = path.join(import.meta.dirname, '../node_modules/@playwright/test/cli.js');

function installPackage(): void {
  run('apt-get', ['update', '-qq']);
  run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', HEADLESS]);
}

function run(command: string, args: string[]): void {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  spawnSync(command, args, { stdio: ['ignore', 'inherit', 'inherit'], env });
}
