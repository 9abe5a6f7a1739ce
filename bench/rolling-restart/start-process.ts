import { type ChildProcess, spawn } from 'node:child_process';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

const root = path.join(import.meta.dirname, '../..');

/** One process of the shop, in production's mode. */
export interface ShopProcess {
  child: ChildProcess;
  ended: Promise<void>;
}

/** Starts `node server/main.ts` and waits until it is ready. */
export async function startProcess(env: Record<string, string>): Promise<ShopProcess> {
  const child = spawn(process.execPath, ['server/main.ts'], {
    cwd: root,
    env: { PATH: process.env.PATH ?? '', ...env },
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  while (!(await isReady(Number(env['PORT'])))) {
    if (child.exitCode !== null) throw new Error('the shop did not start');
    await wait(200);
  }
  return { child, ended };
}

async function isReady(port: number): Promise<boolean> {
  return await fetch(`http://127.0.0.1:${port}/readyz`).then(
    (answer) => answer.ok,
    () => false,
  );
}
