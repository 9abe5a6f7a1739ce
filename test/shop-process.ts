import { type ChildProcess, spawn } from 'node:child_process';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

const root = path.join(import.meta.dirname, '..');
const POLL_MS = 100;

/** The shop as a process of its own, ready for requests. */
export interface ShopProcess {
  url: string;
  child: ChildProcess;
  /** Everything it has printed so far. */
  output(): string;
  /** Resolves once the process has ended and all its output is there. */
  ended: Promise<void>;
}

export interface StartOptions {
  /** Arguments of Node; default `server/main.ts`. */
  args?: string[];
  /** Folder of the program, if it is another version. */
  cwd?: string | undefined;
  /** Starts a process group, so that one signal ends all of the shop's processes. */
  detached?: boolean;
  /** The limit of open descriptors (`ulimit -n`); default is ours. */
  maxDescriptors?: number | undefined;
}

/** Starts the shop with this environment, which names a PORT, and waits until it is ready. */
export async function startShopProcess(
  env: NodeJS.ProcessEnv,
  { args = ['server/main.ts'], detached = false, cwd = root, maxDescriptors }: StartOptions = {},
): Promise<ShopProcess> {
  const limit = maxDescriptors === undefined ? '' : `ulimit -n ${maxDescriptors} && `;
  const child = spawn('/bin/sh', ['-c', `${limit}exec "$0" "$@"`, process.execPath, ...args], {
    cwd,
    detached,
    stdio: ['ignore', 'pipe', 'pipe'],
    // the cache of compiled sources, as with `npm start`
    env: { NODE_COMPILE_CACHE: path.join(root, '.cache/code'), ...env },
  });
  // a test file that fails before its first test runs no afterAll
  const kill = (): void => void child.kill('SIGKILL');
  process.once('exit', kill);
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  void ended.then(() => process.off('exit', kill));
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => (output += text));
  }
  const url = `http://127.0.0.1:${env['PORT']}`;
  while (!(await isReady(url))) {
    if (child.exitCode !== null || child.signalCode !== null) {
      throw new Error(`the shop did not start:\n${output}`);
    }
    await wait(POLL_MS);
  }
  return { url, child, output: () => output, ended };
}

async function isReady(url: string): Promise<boolean> {
  const response = await fetch(`${url}/readyz`).catch(() => null);
  await response?.text();
  return response?.status === 200;
}
