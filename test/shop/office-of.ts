import type { CommandName } from '#contract/office/commands.ts';
import type { OfficeQueries } from '#contract/office/queries.ts';
import type { Role } from '#contract/office/staff.ts';
import { loadFestival } from '#server/festival/festival-content.ts';
import type { OfficeDeps } from '#server/office/command.ts';
import { officeQueries } from '#server/office/office-queries.ts';
import { runCommand } from '#server/office/run-command.ts';
import { createSignedTokens } from '#server/platform/security/signed-tokens.ts';
import { testLog } from '../database.ts';
import type { TestShop } from './start-test-shop.ts';

/** The office of a test's shop, for somebody with this role. */
export async function officeOf(shop: TestShop, role: Role = 'office') {
  const { rows } = await shop.pool.query<{ id: number }>(
    `insert into staff (email, name, role) values ($1 || '@office.example', 'Otto', $1)
     on conflict (lower(email)) do update set name = excluded.name returning id`,
    [role],
  );
  const id = rows[0]?.id ?? 0;
  const deps: OfficeDeps = {
    env: shop.env,
    pool: shop.pool,
    log: testLog,
    tokens: createSignedTokens(shop.env.appSecret),
    festival: await loadFestival(shop.db),
    publicUrl: () => 'http://festival.example',
    stockChanged: () => undefined,
  };
  const staff = { id, name: 'Otto', email: '', role, language: null, isDemo: false };
  return {
    deps,
    /** Runs a command as this person, whose identity is confirmed. */
    run: (name: CommandName, input: Record<string, unknown>, submission?: string) =>
      runCommand(
        deps,
        name,
        input,
        {
          actor: { kind: 'staff', id, name: 'Otto', role },
          language: 'en',
          address: '',
          sessionId: null,
          userAgent: '',
          requestId: null,
          isConfirmed: true,
        },
        submission,
      ),
    query: <Name extends keyof OfficeQueries>(
      name: Name,
      input: OfficeQueries[Name]['input'],
    ): Promise<OfficeQueries[Name]['output']> =>
      officeQueries[name]({ deps, staff, language: 'en', sessionId: null }, input),
  };
}
