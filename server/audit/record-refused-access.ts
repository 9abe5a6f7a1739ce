import type { Pool } from 'pg';
import type { Staff } from '#contract/office/staff.ts';
import { networkOf } from '../platform/client-address.ts';
import { writeAuditEvent } from '../operations/audit-entry.ts';

/** Entries of one network in an hour (office.md 11). */
const MAX_ENTRIES_PER_HOUR = 100;

interface RefusedRequest {
  /** Null: a stranger. */
  staff: Pick<Staff, 'id' | 'name' | 'role'> | null;
  address: string;
}

/** Writes a request that was refused (403, foreign origin) into the audit log, up to a limit per network. */
export async function recordRefusedAccess(
  pool: Pool,
  request: RefusedRequest,
  path: string,
  reason: 'foreign origin' | 'role',
): Promise<void> {
  const page = path.split('?')[0] ?? '';
  await record(pool, request, {
    command: 'access:refused',
    // a path may contain a secret: the token of an invitation, or a person's key, which is an e-mail address
    thing: { kind: 'page', id: shorten(page), name: shorten(page) },
    after: { reason },
  });
}

/** Writes a failed sign-in, up to the same limit. `staff`: whose address was given; null for an unknown one. */
export async function recordFailedSignIn(
  pool: Pool,
  { staff, address }: RefusedRequest,
  after?: Record<string, unknown>,
): Promise<void> {
  await record(
    pool,
    { staff: null, address },
    {
      command: 'staff:sign-in-failed',
      thing: staff === null ? null : { kind: 'staff', id: staff.id, name: staff.name },
      ...(after === undefined ? {} : { after }),
    },
  );
}

type Entry = Pick<Parameters<typeof writeAuditEvent>[1], 'command' | 'thing' | 'after'>;

async function record(pool: Pool, { staff, address }: RefusedRequest, entry: Entry): Promise<void> {
  const network = maskNetwork(address);
  const { rows } = await pool.query<{ count: number }>(
    `select count(*)::integer as count from (
       select from audit_event where command in ('access:refused', 'staff:sign-in-failed') and network = $1
         and created_at > now() - interval '1 hour' limit ${MAX_ENTRIES_PER_HOUR}) recent`,
    [network],
  );
  if ((rows[0]?.count ?? 0) >= MAX_ENTRIES_PER_HOUR) return;
  const actor = staff ?? { id: null, name: '', role: null };
  await writeAuditEvent(pool, { ...entry, actor, requestId: null, network });
}

const shorten = (page: string): string =>
  page.replace(/^(\/office\/(?:invitation|people)\/)[^/]+/, '$1…').slice(0, 200);

/** The /24 of an IPv4 address, the /48 of an IPv6 address. */
export function maskNetwork(address: string): string {
  const network = networkOf(address);
  if (network.includes(':')) return `${network.split(':').slice(0, 3).join(':')}::/48`;
  return `${network.split('.').slice(0, 3).join('.')}.0/24`;
}
