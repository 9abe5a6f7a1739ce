import { toBerlinIso } from '#contract/berlin-time.ts';
import type { Language } from '#contract/language.ts';
import type { StaffDto } from '#contract/office/staff-queries.ts';
import type { Role } from '#contract/office/staff.ts';
import { readRowId } from '#contract/office/row-id.ts';
import { hasDemoStaff } from './staff-sessions.ts';
import type { Deps } from '../deps.ts';
import { Problem } from '../platform/problem.ts';

interface Row {
  id: number | null;
  invitation_id: number | null;
  name: string;
  email: string;
  role: Role;
  language: Language | null;
  state: StaffDto['state'];
  is_demo: boolean;
  last_signed_in_at: Date | null;
  has_password: boolean;
  passkeys: number;
}

/** The ids of one person; null for everybody. */
type StaffIds = Pick<StaffDto, 'id' | 'invitationId'>;

const everybody: StaffIds = { id: null, invitationId: null };

/**
 * Lists active and disabled staff and open invitations (office.md 2.10), or one of them. Accounts of the demonstration
 * count as disabled where nobody signs in with them.
 */
export async function listStaff(
  { pool, env }: Pick<Deps, 'pool' | 'env'>,
  { id, invitationId } = everybody,
): Promise<StaffDto[]> {
  const { rows } = await pool.query<Row>(
    `select id, null::integer as invitation_id, name, email, role, language,
       case when disabled_at is null and (not is_demo or $3) then 'active' else 'disabled' end as state,
       is_demo, last_signed_in_at, password_hash is not null and totp_secret is not null or is_demo and $3 as has_password,
       (select count(*)::integer from staff_passkey k where k.staff_id = s.id) as passkeys
     from staff s where id = coalesce($1, id) and $2::integer is null
     union all
     select null, id, name, email, role, language, 'invited', false, null, false, 0 from staff_invitation i
     where expires_at > now() and id = coalesce($2, id) and $1::integer is null
       and not exists (select from staff where staff.email_key = i.email_key)
     order by name, email`,
    [id, invitationId, hasDemoStaff(env)],
  );
  return rows.map((row) => ({
    id: row.id,
    invitationId: row.invitation_id,
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

/** The person with this key of `toStaffKey`. Throws 404. */
export async function getStaff(deps: Pick<Deps, 'pool' | 'env'>, key: string): Promise<StaffDto> {
  const [, invitation, number = ''] = /^(invitation-)?(.*)$/.exec(key) ?? [];
  const id = readRowId(number);
  const ids =
    invitation === undefined ? { id, invitationId: null } : { id: null, invitationId: id };
  const [row] = await listStaff(deps, ids);
  if (row === undefined) throw new Problem('not_found');
  return row;
}
