import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, onTestFinished, test } from 'vitest';
import { runProcess } from '#test/run-process.ts';
import { createLog } from './log.ts';

/** The text that the log writes while `use` runs. */
function written(isReadable: boolean, use: (log: ReturnType<typeof createLog>) => void): string {
  let text = '';
  use(createLog({ level: 'info', isReadable }, { write: (line) => void (text += line) }));
  return text;
}

test('production writes one JSON object per line', () => {
  const line = written(false, (log) => log.info({ order: 7 }, 'order made'));
  expect(JSON.parse(line)).toMatchObject({ level: 'info', order: 7, msg: 'order made' });
  expect(line.endsWith('}\n')).toBe(true);
});

test('elsewhere it writes a line for people, with the stack of an error', () => {
  const failure = new Error('broken');
  const text = written(true, (log) => log.error({ err: failure, order: 7 }, 'job failed'));
  expect(text).toMatch(/^\d\d:\d\d:\d\d error job failed order=7\nError: broken\n +at /);
});

test('secrets and personal data are hidden at any depth', () => {
  const secretPart = 'clara@example.org';
  const fields = {
    email: secretPart,
    request: { headers: { Authorization: secretPart, 'set-cookie': [secretPart] } },
    buyers: [{ first_name: secretPart }],
    err: Object.assign(new Error('duplicate key'), { detail: secretPart, code: '23505' }),
    cause: { inner: Object.assign(new Error('inner'), { detail: secretPart }) },
  };
  const text = written(false, (log) => log.warn(fields, 'refused'));
  expect(text).not.toContain(secretPart);
  expect(JSON.parse(text)).toMatchObject({ err: { code: '23505', text: 'duplicate key' } });
});

/** A program that logs, and its first lines. */
const program = (isReadable: boolean, rest: string) => `
  const { createLog } = await import(${JSON.stringify(import.meta.resolve('./log.ts'))});
  const log = createLog({ level: 'info', isReadable: ${isReadable} });
  ${rest}`;

test.each([true, false])('a full disk ends no process (readable: %s)', async (isReadable) => {
  const rest = `
    const timer = setInterval(() => {
      log.info('a line');
      process.emitWarning('a warning');
    }, 5);
    setTimeout(() => {
      clearInterval(timer);
      process.exitCode = 7;
    }, 50);`;
  const shell = ['-c', 'exec "$@" >/dev/full 2>&1', 'sh'];
  const { ended } = runProcess('/bin/sh', [
    ...shell,
    process.execPath,
    '-e',
    program(isReadable, rest),
  ]);
  expect((await ended).code).toBe(7);
});

test.each([true, false])('nobody has to read the log (readable: %s)', async (isReadable) => {
  const rest = `
    for (let n = 0; n < 5000; n++) log.info('a line longer than the pipe when it is written often');
    setTimeout(() => console.error('still alive'), 50);`;
  const child = spawn(process.execPath, ['-e', program(isReadable, rest)], { stdio: 'pipe' });
  onTestFinished(() => void child.kill('SIGKILL'));
  await once(child.stderr, 'data');
});
