import type { Pool } from 'pg';
import { toBerlinIso } from '#contract/berlin-time.ts';
import type { ThingEvent } from '#contract/office/audit-queries.ts';

const MAX_LISTED = 50;

/** The latest entries of the audit log about one thing, newest first, for its own page (office.md 11). */
export async function listThingEvents(
  pool: Pool,
  { kind, id }: { kind: string; id: string | number },
): Promise<ThingEvent[]> {
  const { rows } = await pool.query<{
    id: string;
    created_at: Date;
    actor_name: string;
    command: string;
  }>(
    `select id, created_at, actor_name, command from audit_event
     where thing_kind = $1 and thing_id = $2 order by id desc limit ${MAX_LISTED}`,
    [kind, String(id)],
  );
  return rows.map((row) => ({
    id: Number(row.id),
    at: toBerlinIso(row.created_at),
    who: row.actor_name,
    command: row.command,
  }));
}
