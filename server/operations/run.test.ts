import { Secret, TOTP } from 'otpauth';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { commandNames as names } from '#contract/office/commands.ts';
import { roles } from '#contract/office/staff.ts';
import { createTestDatabase } from '#test/database.ts';
import { openTestOffice, runCommand } from '#test/office.ts';
import { operations } from '../operations.ts';
import { Problem } from '../platform/problem.ts';
import type { ShopDeps } from '../deps.ts';
import type { Visitor } from './caller.ts';
import { type Changes, defineChange, defineRead, defineStep } from './define.ts';
import { nameForm } from './once.ts';
import { IdentityDue, run } from './run.ts';
import { createSetupKey } from '../staff/one-time-codes.ts';
import { setupSeedOf } from '../staff/own-account.ts';

const database = await createTestDatabase();
const office = await openTestOffice(database, 'admin');
const changes: Changes = operations;

test.each(roles)(
  '%s cannot run commands of other roles, and S requires a fresh sign-in',
  async (role) => {
    for (const name of names) {
      const { may, confirms } = changes[name];
      if (typeof may === 'string') continue;
      const isAllowed = may.includes(role);
      const attempt = (isConfirmed: boolean) =>
        runCommand(office.deps, name, { id: '999999' }, { ...office.caller, role, isConfirmed });
      if (isAllowed && confirms) await expect(attempt(false), name).rejects.toThrow(IdentityDue);
      if (!isAllowed) expect([name, (await attempt(true)).problem?.status]).toEqual([name, 403]);
    }
  },
);

test('a stranger can run only commands that sign in', async () => {
  for (const name of names) {
    if (changes[name].may === 'signed-out staff') continue;
    const { problem } = await runCommand(
      office.deps,
      name,
      {},
      { ...office.caller, kind: 'visitor' },
    );
    expect([name, problem?.status]).toEqual([name, 403]);
  }
});

test('commands of one’s own account have the events that office.md 12 lists', async () => {
  await office.run('staff:details', { name: 'Vera Musterfrau', language: 'de' });
  await office.run('staff:settings', { language: 'en' });
  await office.run('staff:note-codes', { written: 'yes' });
  const { rows } = await database.pool.query(
    `select command, after from audit_event where actor_id = $1 order by id`,
    [office.staffId],
  );
  const command = 'staff:credentials';
  expect(rows).toEqual([
    { command, after: { language: 'de', name: 'Vera Musterfrau' } },
    { command, after: { language: 'en' } },
    { command, after: { change: 'recovery-codes-noted' } },
  ]);
});

test('a form that is sent twice has one effect', async () => {
  const input = { email: 'twice@example.org', name: 'Tina', role: 'door', language: 'en' };
  const [first, second] = await Promise.all(
    [1, 2].map(() => office.run('staff:invite', input, 'the same form')),
  );
  expect(second).toEqual(first);
  const { rows } = await database.pool.query(
    `select from audit_event where command = 'staff:invite' and thing_id = 'twice@example.org'`,
  );
  expect(rows).toHaveLength(1);
});

test('a new one-time key that is sent twice has one effect, although its code no longer matches', async () => {
  const seed = await setupSeedOf(database.pool, office.staffId, null);
  const key = createSetupKey(office.deps.tokens, seed);
  const code = new TOTP({ secret: new Secret({ buffer: new Uint8Array(key).buffer }) }).generate();
  const send = (form: string) =>
    office.run('staff:credentials', { change: 'one-time-key', code }, form);
  const first = await send('the key');
  expect(first).toEqual({ output: { change: 'one-time-key' }, problem: null });
  expect(await send('the key')).toEqual(first);
  expect((await send('another form')).problem?.status).toBe(422);
});

const thing = { kind: 'list', id: 'test', name: 'test' };

/** Runs a change of this test, each time as the same form. */
function createChange(work: () => Promise<void>, after?: () => void) {
  const operation = defineChange({
    may: ['admin'],
    input: z.object({}),
    async run() {
      await work();
      return { output: { number: 1 }, audit: { thing }, ...(after && { after }) };
    },
  });
  const once = nameForm(
    office.deps.tokens,
    'job:retry',
    operation,
    office.caller,
    crypto.randomUUID(),
  );
  return () =>
    run(office.deps, 'job:retry', operation, office.caller, { readInput: () => ({}), once });
}

const countEntries = async () =>
  (await database.pool.query(`select from audit_event where thing_id = 'test'`)).rowCount;

test('a change whose process died after the commit is not repeated', async () => {
  const before = (await countEntries()) ?? 0;
  const change = createChange(
    async () => undefined,
    () => {
      throw new Error('died');
    },
  );
  await expect(change()).rejects.toThrow('died');
  expect(await change()).toEqual({ number: 1 });
  expect(await countEntries()).toBe(before + 1);
});

test('a change that was taken for dead has no effect once another one has finished', async () => {
  const before = (await countEntries()) ?? 0;
  const [started, mayEnd] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  let runs = 0;
  const change = createChange(async () => {
    runs += 1;
    if (runs > 1) return;
    started.resolve();
    await mayEnd.promise;
  });
  const first = change();
  await started.promise;
  await database.pool.query(
    `update idempotent_request set started_at = now() - interval '31 seconds' where finished_at is null`,
  );
  expect(await change()).toEqual({ number: 1 });
  mayEnd.resolve();
  expect(await first).toEqual({ number: 1 });
  expect([runs, await countEntries()]).toEqual([2, before + 1]);
});

test('a refused change may be repeated, and counts as refused each time', async () => {
  let refused = 0;
  const operation = defineChange({
    may: 'signed-out staff',
    input: z.object({}),
    run: () => Promise.reject(new Problem('gone')),
    afterProblem: async () => void (refused += 1),
  });
  const once = nameForm(
    office.deps.tokens,
    'staff:accept',
    operation,
    office.caller,
    crypto.randomUUID(),
  );
  for (const attempt of [1, 2]) {
    const again = run(office.deps, 'staff:accept', operation, office.caller, {
      readInput: () => ({}),
      once,
    });
    await expect(again).rejects.toMatchObject({ code: 'gone' });
    expect(refused).toBe(attempt);
  }
});

const shop = { pool: database.pool, env: { hasRateLimit: false } } as ShopDeps;
const visitor: Visitor = {
  kind: 'visitor',
  requestId: '',
  language: 'de',
  address: '203.0.113.7',
  userAgent: '',
  knownAccounts: [],
  cartSession: null,
  token: 'not checked',
  replacedToken: null,
};
const attempt = { readInput: () => ({}) };

test('a step is repeated under the same key', async () => {
  const keys: (Buffer | null)[] = [];
  const step = defineStep({
    may: 'anyone',
    input: z.object({}),
    async run({ requestKey }) {
      keys.push(requestKey);
      if (keys.length === 1) throw new Error('lost');
      return { keys: keys.length };
    },
  });
  const once = { name: [crypto.randomUUID()], content: [], seconds: 60 };
  const take = () => run(shop, 'cart:clear', step, visitor, { ...attempt, once });
  await expect(take()).rejects.toThrow('lost');
  expect(await take()).toEqual({ keys: 2 });
  expect(await take()).toEqual({ keys: 2 });
  expect(keys).toHaveLength(2);
  expect(keys[0]).toEqual(keys[1]);
});

test('what is for customers is refused to a visitor, whatever token was sent', async () => {
  const forCustomers = [
    defineRead('customer', () => 'secret'),
    defineStep({ may: 'customer', input: z.object({}), run: async () => 'secret' }),
  ];
  for (const operation of forCustomers) {
    const refused = run(shop, 'account:read', operation, visitor, attempt);
    await expect(refused).rejects.toMatchObject({ code: 'unauthorized' });
  }
  const customer = { ...visitor, kind: 'customer', token: 'checked', accountId: 1 } as const;
  expect(await run(shop, 'account:read', forCustomers[0]!, customer, attempt)).toBe('secret');
});
