import { describe, expect, test } from 'vitest';
import { createTestDatabase } from '#test/database.ts';
import { openOfficeCli } from '#test/office-cli.ts';

const database = await createTestDatabase();
const office = await openOfficeCli(database);

describe('a command that is refused', () => {
  test.each([
    ['staff:disable', '9999999999'],
    ['staff:enable', '999999999999999'],
    ['staff:role', '2147483648', 'door'],
    ['mail:drop', '--id', '999999999999999'],
    ['newsletter:off', '--id', '999999999999999'],
    ['order:refund', '--input', String.raw`{"orderNo":"a\u0000b","whole":"yes","reason":"\ud800"}`],
  ])('%s %s says so in one line', async (...words) => {
    expect(await office(...words)).toEqual({ code: 1, stdout: '', stderr: 'Not found.\n' });
  });
});
