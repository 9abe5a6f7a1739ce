import type { Pool } from 'pg';

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
