import { toBerlinIso } from '#contract/berlin-time.ts';
import type { ThingEvent } from '#contract/office/audit-queries.ts';
import type { Context } from '../../operations/define.ts';
import { type ActorColumns, describeActor } from './describe-actor.ts';

const MAX_LISTED = 50;

/** A thing of the audit log. */
export interface Thing {
  kind: string;
  id: string;
}

/** The latest entries of the audit log about these things, newest first, for their own page (office.md 11). */
export async function listThingEvents(
  { deps: { pool }, caller: { language } }: Context,
  things: Thing[],
): Promise<ThingEvent[]> {
  const { rows } = await pool.query<
    ActorColumns & { id: string; created_at: Date; command: string }
  >(
    `select id, created_at, actor_id, actor_name, command from audit_event
     where (thing_kind, thing_id) in (select * from unnest($1::text[], $2::text[]))
     order by id desc limit ${MAX_LISTED}`,
    [things.map(({ kind }) => kind), things.map(({ id }) => id)],
  );
  return rows.map((row) => ({
    id: Number(row.id),
    at: toBerlinIso(row.created_at),
    who: describeActor(row, language),
    command: row.command,
  }));
}
