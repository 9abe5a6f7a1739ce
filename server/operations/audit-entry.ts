import { createHash } from 'node:crypto';
import type { Pool, PoolClient } from 'pg';
import type { Actor } from './caller.ts';

/** A text before or after a change, up to this length; a longer one is shown by its hash (office.md 11). */
const MAX_TEXT_LENGTH = 2000;

/** One entry of the audit log without its actor. Never contains data of customers. */
export interface AuditEntry {
  /** Kind, id and name of the thing: order, concert, staff, mail … */
  thing: { kind: string; id: string | number; name: string } | null;
  before?: Record<string, unknown>;
  after?: Record<string, unknown>;
  /** /24 or /48, for sign-ins and refused requests. */
  network?: string;
  /** Only for commands that sign in: the person, whom the command found; its caller was a stranger. */
  actor?: Actor;
}

interface AuditEvent extends Omit<AuditEntry, 'actor'> {
  actor: Actor;
  command: string;
  requestId: string | null;
}

/** Writes an entry of the audit log, in the transaction of its command. */
export async function writeAuditEvent(client: Pool | PoolClient, event: AuditEvent) {
  const { actor, thing } = event;
  await client.query(
    `insert into audit_event (actor_id, actor_name, actor_role, command, thing_kind, thing_id, thing_name,
       before, after, request_id, network)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
    [
      actor.id,
      actor.name,
      actor.role,
      event.command,
      thing?.kind ?? null,
      thing === null ? null : String(thing.id),
      thing?.name ?? null,
      toJson(event.before),
      toJson(event.after),
      event.requestId,
      event.network ?? null,
    ],
  );
}

function toJson(values: Record<string, unknown> | undefined): string | null {
  if (values === undefined) return null;
  return JSON.stringify(values, (_key, value: unknown) =>
    typeof value === 'string' && value.length > MAX_TEXT_LENGTH ? shorten(value) : value,
  );
}

function shorten(text: string): string {
  const hash = createHash('sha256').update(text).digest('hex');
  return `${text.slice(0, MAX_TEXT_LENGTH)}… (sha256 ${hash})`;
}
