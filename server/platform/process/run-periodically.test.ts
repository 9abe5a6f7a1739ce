import { expect, onTestFinished, test } from 'vitest';
import { DatabaseSilence } from '../database/database.ts';
import { createLog } from '../log.ts';
import { runPeriodically } from './run-periodically.ts';

/** Runs work that fails with these errors, one after the other, or succeeds (null); returns the lines of the log. */
async function linesOf(results: (Error | null)[]): Promise<Record<string, unknown>[]> {
  const lines: Record<string, unknown>[] = [];
  const log = createLog(
    { level: 'warn', isReadable: false },
    { write: (line) => void lines.push(JSON.parse(line) as Record<string, unknown>) },
  );
  const { promise: allRan, resolve } = Promise.withResolvers<void>();
  const task = runPeriodically(1, log, () => {
    const next = results.shift();
    if (next === undefined) resolve();
    return next ? Promise.reject(next) : Promise.resolve();
  });
  onTestFinished(() => task.stop());
  await allRan;
  return lines;
}

test('an outage of the database is one line without a stack; the next outage is another', async () => {
  const silence = new DatabaseSilence({ wasConnected: false });
  const lines = await linesOf([silence, silence, silence, null, silence]);
  const msg =
    'A periodic task failed; it will run again: DatabaseSilence: The database does not respond';
  expect(lines.map((line) => [line['msg'], line['err']])).toEqual([
    [msg, undefined],
    [msg, undefined],
  ]);
});

test('every other failure is logged with its stack', async () => {
  const lines = await linesOf([new Error('a'), new Error('b')]);
  expect(lines.map(({ err }) => err)).toMatchObject([{ stack: expect.any(String) }, {}]);
});
