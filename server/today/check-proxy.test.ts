import { expect, test, vi } from 'vitest';
import { createProxyFaultReport } from '#server/invariants.ts';
import { parseEnv } from '#server/settings/env.ts';
import { createLog } from '#server/platform/log.ts';
import { createTestDatabase } from '#test/database.ts';
import { openTestOffice } from '#test/office.ts';

const database = await createTestDatabase();
const env = parseEnv({
  APP_SECRET: 'a secret for tests, 32 characters',
  DATA_DIR: import.meta.dirname,
  TRUSTED_PROXY: '10.0.0.0/8',
});
const office = await openTestOffice({ ...database, env }, 'office');

const readProxy = async () =>
  (await office.query('health:report', {})).items.find(({ key }) => key === 'proxy');

test('a proxy that does not fit is one error in the log, and on Health for an hour', async () => {
  const lines: Record<string, unknown>[] = [];
  const log = createLog(
    { level: 'info', isReadable: false },
    { write: (line) => void lines.push(JSON.parse(line) as Record<string, unknown>) },
  );
  const report = createProxyFaultReport(database.pool, log);
  expect(await readProxy()).toMatchObject({ isHealthy: true, values: { networks: '10.0.0.0/8' } });
  for (let n = 0; n < 3; n++) report('untrusted');
  await vi.waitFor(async () => expect(await readProxy()).toMatchObject({ isHealthy: false }));
  report('unreadable');
  expect(lines).toEqual([
    expect.objectContaining({ level: 'error', msg: expect.stringMatching(/does not name/) }),
    expect.objectContaining({ level: 'error', msg: expect.stringMatching(/cannot be read/) }),
  ]);
  await database.pool.query(`update check_result set checked_at = now() - interval '61 minutes'`);
  expect(await readProxy()).toMatchObject({ isHealthy: true });
});
