import type { Pool } from 'pg';
import type { Staff } from '#contract/office/staff.ts';
import { writeAuditEvent } from './write-audit-event.ts';

/** Refused requests of one network that are logged in an hour (office.md 11). */
const MAX_REFUSALS = 100;

/** Writes a refused action (403, foreign origin) into the audit log, up to a limit per network. */
export async function recordRefusedAccess(
  pool: Pool,
  staff: Pick<Staff, 'id' | 'name' | 'role'>,
  network: string,
  path: string,
  isForeign: boolean,
): Promise<void> {
  const shown = maskNetwork(network);
  const { rows } = await pool.query<{ count: number }>(
    `select count(*)::integer as count from (
       select from audit_event where command in ('access:refused', 'staff:sign-in-failed') and network = $1
         and created_at > now() - interval '1 hour' limit ${MAX_REFUSALS}) recent`,
    [shown],
  );
  if ((rows[0]?.count ?? 0) >= MAX_REFUSALS) return;
  await writeAuditEvent(pool, {
    actor: staff,
    command: 'access:refused',
    requestId: null,
    thing: { kind: 'page', id: path.split('?')[0] ?? '', name: path.split('?')[0] ?? '' },
    after: { reason: isForeign ? 'foreign origin' : 'role' },
    network: shown,
  });
}

/** The /24 of an IPv4 address, the /48 of an IPv6 network. */
export function maskNetwork(network: string): string {
  if (network.includes(':')) return `${network.split(':').slice(0, 3).join(':')}::/48`;
  return `${network.split('.').slice(0, 3).join('.')}.0/24`;
}
