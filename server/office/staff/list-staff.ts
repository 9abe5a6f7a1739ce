import type { Pool } from 'pg';
import { toBerlinIso } from '#contract/berlin-time.ts';
import type { Role } from '#contract/office/staff.ts';
import type { StaffRow } from '#contract/office/staff-queries.ts';

interface Row {
  id: number;
  name: string;
  email: string;
  role: Role;
  disabled_at: Date | null;
  last_signed_in_at: Date | null;
  passkeys: number;
  has_password: boolean;
}

/** Everybody with an account, by name. */
export async function listStaff(pool: Pool): Promise<StaffRow[]> {
  const { rows } = await pool.query<Row>(
    `select id, name, email, role, disabled_at, last_signed_in_at, password_hash is not null as has_password,
       (select count(*)::integer from staff_passkey k where k.staff_id = s.id) as passkeys
     from staff s order by name, id`,
  );
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    email: row.email,
    role: row.role,
    state: row.disabled_at === null ? 'active' : 'disabled',
    lastSignedInAt: row.last_signed_in_at && toBerlinIso(row.last_signed_in_at),
    passkeys: row.passkeys,
    hasPassword: row.has_password,
  }));
}
