import { timingSafeEqual } from 'node:crypto';
import type { Pool } from 'pg';
import { z } from 'zod';
import { staffTexts } from '#messages/office/staff.ts';
import { verifyPassword } from '../../accounts/password-hash.ts';
import { defineCommand, type OfficeDeps } from '../command.ts';
import { OfficeError } from '../office-problem.ts';
import { listDemoAccounts } from './demo-staff.ts';
import { hasDemoStaff, startStaffSession } from './staff-sessions.ts';

const input = z.object({
  email: z.string().default(''),
  password: z.string().default(''),
  code: z.string().default(''),
});

interface Account {
  id: number;
  name: string;
  email: string;
  password_hash: string | null;
  is_demo: boolean;
}

/** Signs in by password and one-time code (office.md 2.4). 422 with one text for every mistake. */
export const signIn = defineCommand({
  hasSecretOutput: true,
  input,
  async prepare(deps, { email, password }, { address }) {
    const account = await findAccount(deps.pool, email.trim());
    const isRight = await isPassword(deps, account, password, address);
    return isRight ? account : null;
  },
  async run({ client, userAgent }, _input, account) {
    if (account === null) throw new OfficeError(422, { message: staffTexts.wrongSignIn });
    const token = await startStaffSession(client, account.id, userAgent);
    return {
      output: { token },
      audit: { thing: { kind: 'staff', id: account.id, name: account.name } },
    };
  },
});

async function findAccount(pool: Pool, email: string): Promise<Account | null> {
  const { rows } = await pool.query<Account>(
    `select id, name, email, password_hash, is_demo from staff
     where lower(email) = lower($1) and disabled_at is null`,
    [email],
  );
  return rows[0] ?? null;
}

/** Takes as long for an unknown address as for a known one. */
async function isPassword(
  deps: OfficeDeps,
  account: Account | null,
  password: string,
  address: string,
): Promise<boolean> {
  const isHashed = await verifyPassword(password, account?.password_hash ?? null, address);
  if (account?.is_demo !== true) return isHashed;
  if (!hasDemoStaff(deps.env)) return false;
  const demo = listDemoAccounts(deps.tokens).find(({ email }) => email === account.email);
  return demo !== undefined && isSame(demo.password, password);
}

function isSame(expected: string, given: string): boolean {
  const [a, b] = [Buffer.from(expected), Buffer.from(given)];
  return a.byteLength === b.byteLength && timingSafeEqual(a, b);
}
