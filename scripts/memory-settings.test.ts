import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { mallocSettings, nodeFlags } from './memory-settings.ts';

const run = promisify(execFile);

/** Says what it has begun with, and its number before it began anew. */
const program = `
  import { applyMemorySettings } from '${new URL('memory-settings.ts', import.meta.url).href}';
  const before = process.env.SEEN;
  process.env.SEEN ??= String(process.pid);
  applyMemorySettings();
  console.log(JSON.stringify({ before, pid: process.pid, flags: process.execArgv,
    arenas: process.env.MALLOC_ARENA_MAX }));`;

async function begin(env: NodeJS.ProcessEnv): Promise<Record<string, unknown>> {
  const { stdout } = await run(process.execPath, ['--input-type=module', '--eval', program], {
    env,
  });
  return JSON.parse(stdout) as Record<string, unknown>;
}

it.runIf(process.platform === 'linux')('begins anew once, as the same process', async () => {
  const { MALLOC_ARENA_MAX: _, ...env } = process.env;
  const said = await begin(env);
  expect(said).toMatchObject({ arenas: mallocSettings.MALLOC_ARENA_MAX, before: String(said.pid) });
  expect(said.flags).toEqual(expect.arrayContaining(nodeFlags));
});

it("leaves alone who brings settings of one's own", async () => {
  const said = await begin({ ...process.env, MALLOC_ARENA_MAX: '7' });
  expect(said).toMatchObject({ arenas: '7' });
  expect(said.flags).not.toEqual(expect.arrayContaining(nodeFlags));
});
