import { type ChildProcess, spawn } from 'node:child_process';
import path from 'node:path';

const root = path.join(import.meta.dirname, '../..');

/** One process of the shop, in production's mode. */
export interface ShopProcess {
  child: ChildProcess;
  ended: Promise<void>;
}

/** Starts `node server/main.ts` and waits until it answers. */
export async function startProcess(env: Record<string, string>): Promise<ShopProcess> {
  const child = spawn(process.execPath, ['server/main.ts'], {
    cwd: root,
    env: { PATH: process.env.PATH ?? '', ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  await new Promise<void>((resolve, reject) => {
    let text = '';
    child.stdout.on('data', (chunk: Buffer) => {
      text += chunk.toString();
      if (text.includes('The festival is open')) resolve();
    });
    child.once('exit', () => reject(new Error(`the shop did not start: ${text}`)));
  });
  return { child, ended };
}
