import type { CommandName } from '#contract/office/commands.ts';
import type { CommandResult } from '#contract/office/office.ts';
import type { Role } from '#contract/office/staff.ts';
import { type Env, parseEnv } from '#server/settings/env.ts';
import { loadFestival } from '#server/programme/festival-content.ts';
import type { Caller, StaffCaller } from '#server/operations/caller.ts';
import { type InputOf, type OutputOf, type ReadName, readFor, submit } from '#server/operations.ts';
import { toCommandResult } from '#server/operations/run.ts';
import { createSignedTokens } from '#server/platform/security/signed-tokens.ts';
import type { Deps } from '#server/deps.ts';
import { PUBLIC_URL } from './api-app.ts';
import { type TestDatabase, testLog } from './database.ts';
import { ensureFestival } from './shop/create-concert.ts';

/** The office of a test: its commands and queries, run by a person of this role, without HTTP. */
export interface TestOffice {
  deps: Deps;
  staffId: number;
  /** Its dependencies, for tests with other callers. */
  caller: StaffCaller;
  run: (
    name: CommandName,
    input: Record<string, unknown>,
    submission?: string,
  ) => Promise<CommandResult>;
  query: <Name extends ReadName>(name: Name, input: InputOf<Name>) => Promise<OutputOf<Name>>;
}

/** Runs a command as this caller; `submission` is the text of its form. */
export const runCommand = (
  deps: Deps,
  name: CommandName,
  input: Record<string, unknown>,
  caller: Caller,
  submission?: string,
): Promise<CommandResult> =>
  toCommandResult(submit(deps, name, input, caller, submission), caller.language);

/**
 * Creates a person with this role and a confirmed identity, with the secret of a shop's `env`. Messages are English.
 */
export async function openTestOffice(
  database: Pick<TestDatabase, 'pool'> & { env?: Env },
  role: Role = 'admin',
): Promise<TestOffice> {
  const { pool, env = parseEnv({ APP_SECRET: 'a secret for tests, 32 characters' }) } = database;
  await ensureFestival(pool);
  const email = `${role}-${crypto.randomUUID()}@example.org`;
  const { rows } = await pool.query<{ id: number }>(
    `insert into staff (email, name, role) values ($1, 'Vera Prüfer', $2) returning id`,
    [email, role],
  );
  const id = rows[0]?.id ?? 0;
  const deps: Deps = {
    env,
    pool,
    log: testLog,
    tokens: createSignedTokens(env.appSecret),
    festival: await loadFestival(pool),
    publicUrl: () => PUBLIC_URL,
    stockChanged: () => undefined,
  };
  const caller: StaffCaller = {
    kind: 'staff',
    id,
    name: 'Vera Prüfer',
    role,
    knownAccounts: [],
    language: 'en',
    address: '127.0.0.1',
    sessionId: 0,
    userAgent: '',
    requestId: null,
    isConfirmed: true,
  };
  return {
    deps,
    staffId: id,
    caller,
    run: (name, input, submission) => runCommand(deps, name, input, caller, submission),
    query: (name, input) => readFor(deps, name, caller, input),
  };
}
