import type { Pool } from 'pg';
import { toBerlinIso } from '#contract/berlin-time.ts';
import type { Language } from '#contract/language.ts';
import type { StaffRow } from '#contract/office/staff-queries.ts';
import type { Role } from '#contract/office/staff.ts';
import { unknownThing } from '../office-problem.ts';

interface Row {
  id: number | null;
  name: string;
  email: string;
  role: Role;
  language: Language | null;
  state: StaffRow['state'];
  is_demo: boolean;
  last_signed_in_at: Date | null;
  has_password: boolean;
  passkeys: number;
}

/** Lists active and disabled staff and open invitations (office.md 2.10); `id`: one person. */
export async function listStaff(pool: Pool, id: number | null = null): Promise<StaffRow[]> {
  const { rows } = await pool.query<Row>(
    `select id, name, email, role, language, case when disabled_at is null then 'active' else 'disabled' end as state,
       is_demo, last_signed_in_at, password_hash is not null or is_demo as has_password,
       (select count(*)::integer from staff_passkey k where k.staff_id = s.id) as passkeys
     from staff s where $1::integer is null or id = $1
     union all
     select null, name, email, role, language, 'invited', false, null, false, 0 from staff_invitation i
     where expires_at > now() and $1::integer is null
       and not exists (select from staff where lower(staff.email) = lower(i.email))
     order by name, email`,
    [id],
  );
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    email: row.email,
    role: row.role,
    language: row.language,
    state: row.state,
    isDemo: row.is_demo,
    lastSignedInAt: toBerlinIso(row.last_signed_in_at),
    passkeys: row.passkeys,
    hasPassword: row.has_password,
  }));
}

/** One person. Throws 404. */
export async function getStaff(pool: Pool, id: number): Promise<StaffRow> {
  const [row] = id > 0 ? await listStaff(pool, id) : [];
  if (row === undefined) throw unknownThing();
  return row;
}
