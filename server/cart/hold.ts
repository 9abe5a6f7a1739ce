import type { Pool, PoolClient } from 'pg';
import { Problem } from '../platform/problem.ts';
import { inTransaction } from '../platform/database/database.ts';

/**
 * Restarts a cart's hold, which ends at most three times its length after the first ticket (api.md, Cart). An open
 * payment stays open. 409 when the cart has expired, or when its end can no longer move.
 */
export async function extendCart(
  pool: Pool,
  sessionId: string,
  { holdMinutes, limitsNetworks }: { holdMinutes: number; limitsNetworks: boolean },
): Promise<void> {
  const { rows } = await pool.query<{ is_extended: boolean }>(
    `with mine as (
       select id, release_at - expires_at as grace,
         find_hold_end(first_hold_at, hold) as ends_at, find_last_hold_end(first_hold_at, hold) as last_end
       from cart, make_interval(secs => case when $3 and has_short_hold(id) then least($2, 300) else $2 end) as hold
       where session_id = $1 and ended_at is null and expires_at > clock_timestamp()
         and exists (select from hold where cart_id = cart.id)
       for update of cart
     ), extended as (
       update cart set expires_at = mine.ends_at, release_at = mine.ends_at + mine.grace
       from mine where cart.id = mine.id and mine.ends_at >= cart.expires_at
         and cart.expires_at < mine.last_end
       returning 1
     )
     select exists (select from extended) as is_extended from mine`,
    [sessionId, holdMinutes * 60, limitsNetworks],
  );
  if (rows[0] === undefined) throw new Problem('cart_expired');
  if (!rows[0].is_extended) throw new Problem('cart_not_extendable');
}

/** How many carts were ended: at once, or as soon as the shop has cancelled their payment. */
export interface ReleasedCarts {
  released: number;
  paying: number;
}

type OnRelease = (client: PoolClient, cartId: number) => Promise<void>;

/**
 * Ends the carts of a session, or of a network by its hash (of an IPv6 address also of its /48), as if their time were
 * over. The tickets are available at once; of a cart that is being paid, once the shop has cancelled its payment
 * (cancel-payment.ts), at the latest after 30 seconds. `onRelease` runs in the transaction of each cart.
 */
export async function releaseCarts(
  pool: Pool,
  sessionOrNetwork: string,
  onRelease: OnRelease = async () => undefined,
): Promise<ReleasedCarts> {
  const { rows } = await pool.query<{ id: number }>(
    `select id from cart where ended_at is null and release_at > now()
     and (session_id::text = lower($1) or $1 in (network, larger_network)) order by id`,
    [sessionOrNetwork],
  );
  const done: ReleasedCarts = { released: 0, paying: 0 };
  // one transaction each: a cart stays locked only for a moment
  for (const { id } of rows) {
    const outcome = await releaseCart(pool, id, onRelease);
    if (outcome !== null) done[outcome]++;
  }
  return done;
}

async function releaseCart(
  pool: Pool,
  id: number,
  onRelease: OnRelease,
): Promise<keyof ReleasedCarts | null> {
  return await inTransaction(pool, async (client) => {
    const locked = await client.query(
      `select from cart where id = $1 and ended_at is null for update`,
      [id],
    );
    if (locked.rowCount === 0) return null;
    await onRelease(client, id);
    const expired = await client.query(
      `update cart set expires_at = least(expires_at, now()),
         release_at = least(expires_at, now()) + (release_at - expires_at)
       where id = $1 and exists (
         select from checkout where cart_id = $1 and closed_at is null and settled_at is null)`,
      [id],
    );
    if (expired.rowCount === 1) return 'paying';
    await client.query('select release_cart($1)', [id]);
    return 'released';
  });
}

/** The tickets that a cart holds of one concert. */
export interface HoldSummary {
  session: string;
  /** Hash, the same for all carts of a network; empty where networks are not limited. */
  network: string;
  /** The same for the /48 of an IPv6 address; empty for other carts. */
  largerNetwork: string;
  concert: string;
  tickets: number;
  since: Date;
  until: Date;
  isPaying: boolean;
}

/** Lists what carts hold now, the networks with the most tickets first. */
export async function listHolds(pool: Pool): Promise<HoldSummary[]> {
  const { rows } = await pool.query<HoldSummary>(
    `select k.session_id as session, coalesce(k.network, '') as network,
       coalesce(k.larger_network, '') as "largerNetwork", c.slug as concert,
       sum(h.quantity)::integer as tickets, min(h.added_at) as since, k.release_at as until,
       exists (select from checkout o
               where o.cart_id = k.id and o.closed_at is null and o.settled_at is null) as "isPaying"
     from cart k
     join hold h on h.cart_id = k.id
     join product p on p.id = h.product_id
     join concert c on c.id = p.concert_id
     where k.release_at > now()
     group by k.id, c.id
     order by sum(sum(h.quantity)) over (partition by coalesce(k.larger_network, k.network, k.session_id::text)) desc,
       k.larger_network, sum(sum(h.quantity)) over (partition by coalesce(k.network, k.session_id::text)) desc,
       k.network, since, k.id, c.starts_at`,
  );
  return rows;
}

/** Releases the tickets of expired holds (db/functions/release-all-expired-holds.sql). */
export async function releaseExpiredHolds(pool: Pool): Promise<void> {
  await pool.query('select release_all_expired_holds()');
}
