import { toBerlinIso } from '#contract/berlin-time.ts';
import { readRowId } from '#contract/office/forms.ts';
import { hasDemoStaff } from './staff-sessions.ts';
import type { Deps } from '../deps.ts';
import { Problem } from '../platform/problem.ts';
import { z } from 'zod';
import { languages, type Language } from '#contract/language.ts';
import { toName } from '#contract/typed-text.ts';
import { roles, type Role } from '#contract/office/staff.ts';
import { text } from '../operations/entries.ts';
import { defineChange, type ChangeContext, type Done, type Output } from '../operations/define.ts';
import { staffOf } from '../operations/caller.ts';

/** A person of the list of staff, or somebody invited who has no account yet. */
export interface StaffDto {
  /** null: invited only. */
  id: number | null;
  /** Invitation of somebody who has no account yet; otherwise null. */
  invitationId: number | null;
  name: string;
  email: string;
  role: Role;
  state: 'invited' | 'active' | 'disabled';
  /** ISO 8601; null: never. */
  lastSignedInAt: string | null;
  passkeys: number;
  hasPassword: boolean;
  isDemo: boolean;
  language: Language | null;
}

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

/** '' or null: that of the browser. */
const language = z
  .enum(['', ...languages])
  .nullish()
  .transform((value) => (value === '' ? null : value));

/** Stores name and language of the signed-in person (office.md 2.9). */
export const saveStaffDetails = defineChange({
  may: roles,
  confirms: true,
  input: z.object({ name: text(100, toName), language }),
  run: saveSettings,
});

/** Stores language or alarm mails of the signed-in person, as far as they are given (office.md 1 and 2.9). */
export const saveStaffSettings = defineChange({
  may: roles,
  input: z.object({
    language,
    /** Value of a checkbox whose form says `has_alarms`. */
    wants_alarms: z.string().optional(),
    has_alarms: z.string().optional(),
  }),
  async run(context, { language: chosen, wants_alarms: alarms, has_alarms: hasAlarms }) {
    const wantsAlarms = hasAlarms === undefined ? {} : { wants_alarms: alarms !== undefined };
    return await saveSettings(context, { language: chosen, ...wantsAlarms });
  },
});

interface StaffSettings {
  name?: string;
  language?: string | null | undefined;
  wants_alarms?: boolean;
}

/** Stores what is given and has changed. */
async function saveSettings(
  { client, caller }: ChangeContext,
  { name, language: chosen, wants_alarms: wantsAlarms }: StaffSettings,
): Promise<Done<Output>> {
  const actor = staffOf(caller);
  const after = {
    ...(chosen === undefined ? {} : { language: chosen }),
    ...(name === undefined ? {} : { name }),
    ...(wantsAlarms === undefined ? {} : { wants_alarms: wantsAlarms }),
  };
  const { rows } = await client.query<Record<string, unknown>>(
    `select language, name, wants_alarms from staff where id = $1 for update`,
    [actor.id],
  );
  const before = Object.fromEntries(Object.keys(after).map((key) => [key, rows[0]?.[key]]));
  if (Object.entries(after).every(([key, value]) => before[key] === value)) {
    return { output: {}, audit: [] };
  }
  await client.query(
    `update staff set language = case when $2 then $3 else language end, name = coalesce($4, name),
       wants_alarms = coalesce($5, wants_alarms) where id = $1`,
    [actor.id, chosen !== undefined, chosen, name, wantsAlarms],
  );
  return {
    output: {},
    audit: {
      thing: { kind: 'staff', id: actor.id, name: name ?? actor.name },
      before,
      after,
    },
  };
}
