import { expect, test } from 'vitest';
import { createTestDatabase } from '#test/database.ts';
import { checkClock } from './start-infrastructure.ts';
import { createLog } from '../platform/log.ts';

const { pool } = await createTestDatabase();
const lines: string[] = [];
const log = createLog(
  { level: 'info', isReadable: true },
  { write: (line) => void lines.push(line) },
);

test('a correct clock passes silently', async () => {
  await checkClock(pool, log);
  expect(lines).toEqual([]);
});

test('a clock that was never set is refused, a deviating one is reported', async () => {
  await expect(checkClock(pool, log, () => 0)).rejects.toThrow(/says 1970-01-01.*timedatectl/);
  await checkClock(pool, log, () => Date.now() + 61_000);
  expect(lines.join('')).toMatch(/is 6\d s ahead of the database's/);
});
