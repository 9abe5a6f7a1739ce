import { expect, test } from 'vitest';
import { parseEnv } from '#server/settings/env.ts';
import { createTestDatabase } from '#test/database.ts';
import { openTestOffice } from '#test/office.ts';

const database = await createTestDatabase();
const env = parseEnv({
  APP_SECRET: 'a secret for tests, 32 characters',
  DATA_DIR: import.meta.dirname,
});
const office = await openTestOffice({ ...database, env }, 'office');

test('a job planned for later has a row only if no other job waits', async () => {
  const add = async (task: string, runAt: string) => {
    await database.pool.query(
      `select graphile_worker.add_job($1, run_at := now() + $2::interval)`,
      [task, runAt],
    );
  };
  const tasks = async () => (await office.query('health:report', {})).jobs.map(({ task }) => task);
  await add('make-coffee', '1 day');
  expect(await tasks()).toEqual(['make-coffee']);
  await add('make-documents', '0');
  expect(await tasks()).toEqual(['make-documents']);
});
