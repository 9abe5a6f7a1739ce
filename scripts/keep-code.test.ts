import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { root } from './root.ts';

const run = promisify(execFile);

/** Says at the end whether Node has loaded what translates TypeScript. */
const tell = `data:text/javascript,${encodeURIComponent(`
  process.on('exit', () => console.log(process.moduleLoadList.some((name) => name.includes('amaro'))));`)}`;

test('what a build has read need not be translated again', async () => {
  const kept = await mkdtemp(path.join(tmpdir(), 'kept-code-'));
  try {
    const translates = async (): Promise<string> => {
      const { stdout } = await run(
        process.execPath,
        ['--import', tell, 'scripts/run.mjs', 'keep-code'],
        { cwd: root, env: { ...process.env, NODE_COMPILE_CACHE: kept } },
      );
      return stdout.trim();
    };
    expect(await translates()).toBe('true');
    expect(await translates()).toBe('false');
  } finally {
    await rm(kept, { recursive: true, force: true });
  }
});
