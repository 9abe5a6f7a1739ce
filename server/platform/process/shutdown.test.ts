import path from 'node:path';
import { expect, test } from 'vitest';
import { runProcess } from '#test/run-process.ts';

const program = path.join(import.meta.dirname, '../../../test/shutdown-program.ts');

async function start(manner: 'well' | 'failing' | 'hanging', limit = 20_000) {
  const run = runProcess(process.execPath, [program, manner, String(limit)]);
  await run.printed(/^ready$/m);
  return run;
}

test.each(['SIGINT', 'SIGTERM'] as const)(
  '%s stops what was started last first',
  async (signal) => {
    const run = await start('well');
    run.child.kill(signal);
    const { code, output } = await run.ended;
    expect(code).toBe(0);
    expect(output).toMatch(/requests finished[^]*database closed\n/);
  },
);

test('a failing step does not prevent the next', async () => {
  const run = await start('failing');
  run.child.kill('SIGTERM');
  const { code, output } = await run.ended;
  expect(code).toBe(0);
  expect(output).toMatch(/Stopping the jobs failed\nError: stuck/);
  expect(output).toMatch(/requests finished[^]*database closed\n/);
});

test('a hanging step is abandoned after the limit', async () => {
  const run = await start('hanging', 500);
  run.child.kill('SIGTERM');
  const { code, output } = await run.ended;
  expect(code).toBe(1);
  expect(output).toMatch(/Not stopped after 0.5 s/);
});

test('Ctrl-C that arrives twice at the same moment (from the terminal and from npm) is one', async () => {
  const run = await start('well');
  run.child.kill('SIGINT');
  run.child.kill('SIGINT');
  expect(await run.ended).toMatchObject({ code: 0, output: expect.stringMatching(/closed/) });
});

test('Ctrl-C again ends it at once', async () => {
  const run = await start('hanging');
  const interrupting = setInterval(() => run.child.kill('SIGINT'), 50);
  const { code, output } = await run.ended;
  clearInterval(interrupting);
  expect(code).toBe(1);
  expect(output).toMatch(/Ending at once/);
});
