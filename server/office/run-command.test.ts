import { Secret, TOTP } from 'otpauth';
import { expect, test } from 'vitest';
import { commandRules, type CommandName, type CommandRule } from '#contract/office/commands.ts';
import { roles } from '#contract/office/staff.ts';
import { createTestDatabase } from '#test/database.ts';
import { openTestOffice } from '#test/office.ts';
import { runCommand, StepUpDue } from './run-command.ts';
import { createSetupKey } from './staff/one-time-codes.ts';
import { setupSeedOf } from './staff/own-account.ts';

const database = await createTestDatabase();
const office = await openTestOffice(database, 'admin');
const names = Object.keys(commandRules) as CommandName[];

test.each(roles)(
  '%s cannot run commands of other roles, and S requires a fresh sign-in',
  async (role) => {
    for (const name of names) {
      const rule: CommandRule = commandRules[name];
      if (rule.roles === 'signed-out') continue;
      const isAllowed = rule.roles.includes(role);
      const actor = { ...office.caller.actor, role };
      const run = (isConfirmed: boolean) =>
        runCommand(office.deps, name, { id: '999999' }, { ...office.caller, actor, isConfirmed });
      if (isAllowed && rule.needsStepUp) await expect(run(false), name).rejects.toThrow(StepUpDue);
      if (!isAllowed) expect([name, (await run(true)).problem?.status]).toEqual([name, 403]);
    }
  },
);

test('a stranger can run only commands that sign in', async () => {
  const actor = { kind: 'visitor', id: null, name: '', role: null } as const;
  for (const name of names) {
    const { roles: allowed }: CommandRule = commandRules[name];
    if (allowed === 'signed-out') continue;
    const { problem } = await runCommand(office.deps, name, {}, { ...office.caller, actor });
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
  const run = (form: string) =>
    office.run('staff:credentials', { change: 'one-time-key', code }, form);
  const first = await run('the key');
  expect(first).toEqual({ output: { change: 'one-time-key' }, problem: null });
  expect(await run('the key')).toEqual(first);
  expect((await run('another form')).problem?.status).toBe(422);
});
