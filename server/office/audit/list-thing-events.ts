import { toBerlinIso } from '#contract/berlin-time.ts';
import type { ThingEvent } from '#contract/office/audit-queries.ts';
import type { QueryContext } from '../query.ts';
import { type ActorColumns, describeActor } from './describe-actor.ts';

const MAX_LISTED = 50;

/** The latest entries of the audit log about one thing, newest first, for its own page (office.md 11). */
export async function listThingEvents(
  { deps: { pool }, language }: QueryContext,
  { kind, id }: { kind: string; id: string | number },
): Promise<ThingEvent[]> {
  const { rows } = await pool.query<
    ActorColumns & { id: string; created_at: Date; command: string }
  >(
    `select id, created_at, actor_id, actor_name, command from audit_event
     where thing_kind = $1 and thing_id = $2 order by id desc limit ${MAX_LISTED}`,
    [kind, String(id)],
  );
  return rows.map((row) => ({
    id: Number(row.id),
    at: toBerlinIso(row.created_at),
    who: describeActor(row, language),
    command: row.command,
  }));
}
