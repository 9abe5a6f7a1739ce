import type { PoolClient } from 'pg';
import { Problem } from '../../platform/problem.ts';

/** A mail that a command is about. */
export interface LockedMail {
  id: number;
  kind: string;
  sent_at: Date | null;
  bounced_at: Date | null;
  dropped_at: Date | null;
  /** The order it is about; null for any other mail. */
  order_id: number | null;
}

/** Locks a mail until the command's end. Throws 404 for an unknown id. */
export async function lockMail(client: PoolClient, id: number): Promise<LockedMail> {
  const { rows } = await client.query<LockedMail>(
    `select id, kind, sent_at, bounced_at, dropped_at,
       coalesce((select o.id from orders o where o.id = (facts->>'orderId')::bigint),
         (select o.id from orders o where o.checkout_id = (facts->>'checkoutId')::bigint)) as order_id
     from mail where id = $1 for update`,
    [id],
  );
  if (rows[0] === undefined) throw new Problem('not_found');
  return rows[0];
}

/** A mail as the thing of an audit entry; never its address. */
export const mailThing = ({ id, kind }: LockedMail) => ({ kind: 'mail', id, name: kind });
