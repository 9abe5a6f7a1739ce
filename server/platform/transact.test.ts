import { beforeAll, expect, test } from 'vitest';
import { createTestDatabase } from '#test/database.ts';
import { transact } from './transact.ts';

const database = await createTestDatabase();

beforeAll(async () => {
  await database.pool.query('create table note (id integer primary key)');
});

async function notes(): Promise<number[]> {
  const { rows } = await database.pool.query<{ id: number }>('select id from note order by id');
  return rows.map(({ id }) => id);
}

const write = 'insert into note values ($1)';

test('a commit that goes out with the last statement keeps everything', async () => {
  await transact(database.pool, async (client, commit) => {
    await client.query(write, [1]);
    const last = client.query(write, [2]);
    commit();
    await last;
  });
  expect(await notes()).toEqual([1, 2]);
});

test('of a last statement that fails, it keeps nothing, and the connection stays good', async () => {
  const before = database.pool.totalCount;
  const work = transact(database.pool, async (client, commit) => {
    await client.query(write, [3]);
    const last = client.query(write, [1]);
    commit();
    await last;
  });
  await expect(work).rejects.toThrow('duplicate key');
  expect(await notes()).toEqual([1, 2]);
  expect(database.pool.totalCount).toBe(before);
});

test('a commit that fails is told, though the work is done', async () => {
  await database.pool.query(
    'create table child (note integer references note deferrable initially deferred)',
  );
  const work = transact(database.pool, async (client, commit) => {
    const last = client.query('insert into child values (99)');
    commit();
    await last;
  });
  await expect(work).rejects.toThrow('foreign key');
});
