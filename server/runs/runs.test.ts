import { afterAll, beforeEach, expect, test } from 'vitest';
import { createTestDatabase, testLog } from '#test/database.ts';
import { openTestOffice } from '#test/office.ts';
import { queueMail } from '../platform/mail/queue-mail.ts';
import { inTransaction } from '../platform/database/database.ts';
import { runKinds } from '../run-kinds.ts';
import { orderRun } from './order-run.ts';
import { runTasks, stepRunItem } from './step-run-item.ts';

const database = await createTestDatabase();
const { pool } = database;
const office = await openTestOffice(database, 'office');
const deps = { ...office.deps, log: testLog };
let stepped: string[] = [];
let failing = new Set<string>();
let undone = 0;

runKinds['test'] = {
  label: { de: 'Versuch', en: 'Trial' },
  may: ['admin', 'office'],
  async step({ client }, { key }) {
    await client.query('select pg_sleep(0.02)');
    if (failing.has(key)) throw new Error('refused');
    stepped.push(key);
    return { state: 'done', nextAt: null };
  },
  undo: () => {
    undone++;
    return Promise.resolve();
  },
};

beforeEach(() => {
  stepped = [];
  failing = new Set();
});
afterAll(() => {
  delete runKinds['test'];
});

const order = (keys: string[]) =>
  inTransaction(pool, (client) =>
    orderRun(client, { kind: 'test', orderedBy: 'Vera', items: keys.map((key) => ({ key })) }),
  );

async function itemsOf(run: number): Promise<number[]> {
  const { rows } = await pool.query<{ id: number }>(
    'select id from run_item where run_id = $1 order by id',
    [run],
  );
  return rows.map(({ id }) => id);
}

test('a run waits a minute, begins by hand, and steps each item once in two processes', async () => {
  const run = await order(['a', 'b', 'c']);
  const items = await itemsOf(run);
  await Promise.all(items.map((item) => stepRunItem(deps, runKinds, item)));
  expect(stepped).toEqual([]);
  expect(await office.run('run:start', { id: run })).toMatchObject({ problem: null });
  await Promise.all([...items, ...items].map((item) => stepRunItem(deps, runKinds, item)));
  expect(stepped.toSorted()).toEqual(['a', 'b', 'c']);
  expect(await office.query('run:page', { id: run })).toMatchObject({
    what: 'Trial',
    by: 'Vera',
    done: 3,
    total: 3,
    isOpen: false,
    states: [{ state: 'done', count: 3 }],
  });
  expect((await office.query('run:list', {})).rows[0]).toMatchObject({ id: run, done: 3 });
  // too late
  expect(await office.run('run:undo', { id: run })).toMatchObject({ problem: { status: 409 } });
});

test('an undo before it begins ends it', async () => {
  const run = await order(['a']);
  undone = 0;
  expect(await office.run('run:undo', { id: run })).toMatchObject({ problem: null });
  expect(undone).toBe(1);
  await pool.query(`update run set begins_at = now() where id = $1`, [run]);
  await pool.query(`update run_item set next_at = now() where run_id = $1`, [run]);
  for (const item of await itemsOf(run)) await stepRunItem(deps, runKinds, item);
  expect(stepped).toEqual([]);
  expect(await office.query('run:page', { id: run })).toMatchObject({ isUndone: true });
});

test('an item that fails at its last attempt can be repeated', async () => {
  const run = await order(['a', 'b']);
  await office.run('run:start', { id: run });
  const [first = 0, second = 0] = await itemsOf(run);
  failing.add('a');
  const step = runTasks(deps, runKinds)['step-run-item'];
  const job = { attempt: 1, isLastAttempt: false, dueAt: new Date() };
  await expect(step?.({ itemId: first }, job)).rejects.toThrow('refused');
  await step?.({ itemId: first }, { ...job, isLastAttempt: true });
  await step?.({ itemId: second }, job);
  expect(await office.query('run:page', { id: run })).toMatchObject({
    done: 1,
    failed: [{ key: 'a', reason: 'error' }],
  });
  failing.clear();
  expect(await office.run('run:retry', { id: run })).toMatchObject({ problem: null });
  await step?.({ itemId: first }, job);
  expect(await office.query('run:page', { id: run })).toMatchObject({ done: 2, failed: [] });
  expect(await office.run('run:retry', { id: run })).toMatchObject({ problem: { status: 409 } });
});

test('only people who may order a run change it', async () => {
  const run = await order(['a']);
  const kind = runKinds['test'];
  if (kind === undefined) throw new Error('no kind');
  runKinds['test'] = { ...kind, may: ['admin'] };
  expect(await office.run('run:start', { id: run })).toMatchObject({ problem: { status: 403 } });
  runKinds['test'] = kind;
});

test('mails of runs are sent at their pace, after all others', async () => {
  await inTransaction(pool, async (client) => {
    for (const eventKey of ['pace-1', 'pace-2', 'pace-3']) {
      const mail = { kind: 'x', recipient: 'a@example.org', language: 'de' as const, facts: {} };
      await queueMail(client, { ...mail, eventKey, perMinute: 60 });
    }
  });
  const { rows } = await pool.query<{ priority: number; after: number }>(
    `select priority, extract(epoch from run_at - lag(run_at) over (order by id))::float8 as after
     from graphile_worker.jobs where task_identifier = 'send-mail' order by id`,
  );
  expect(rows.map(({ priority }) => priority)).toEqual([10, 10, 10]);
  for (const { after } of rows.slice(1)) expect(after).toBeCloseTo(1, 1);
});
