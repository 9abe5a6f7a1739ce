import type { Pool, PoolClient } from 'pg';
import { toBerlinIso } from '#contract/berlin-time.ts';
import type { Language } from '#contract/language.ts';
import type { OrderableConcert } from '#contract/office/complimentary-queries.ts';

/** A ticket type that can be ordered, with the number available of it. */
export interface OrderableType {
  id: number;
  product_id: number;
  concert_id: number;
  starts_at: Date;
  title_de: string;
  title_en: string;
  name_de: string;
  name_en: string;
  available: number;
}

/**
 * Ticket types of published concerts, on sale or stopped, with what is available of each: of the concert and of the
 * type's quota, expired holds included. `typeIds`: only these.
 */
export async function listOrderableTypes(
  client: Pool | PoolClient,
  typeIds?: number[],
): Promise<OrderableType[]> {
  const { rows } = await client.query<OrderableType>(
    `with ended as (
       select h.product_id, h.ticket_type_id, sum(h.quantity) as quantity
       from cart k join hold h on h.cart_id = k.id where k.release_at <= clock_timestamp() group by 1, 2
     )
     select t.id, t.product_id, c.id as concert_id, c.starts_at, c.title_de, c.title_en, t.name_de, t.name_en,
       greatest(0, least(
         s.quantity - s.sold - s.held
           + coalesce((select sum(e.quantity) from ended e where e.product_id = t.product_id), 0),
         q.quantity - q.sold - q.held
           + coalesce((select e.quantity from ended e where e.ticket_type_id = t.id), 0)))::integer as available
     from ticket_type t join product p on p.id = t.product_id join concert c on c.id = p.concert_id
     join stock s on s.product_id = p.id left join ticket_quota q on q.ticket_type_id = t.id
     where c.published_at is not null and ($1::integer[] is null or t.id = any ($1))
     order by c.starts_at, c.id, t.position`,
    [typeIds ?? null],
  );
  return rows;
}

/** The concerts of the form for a new order. */
export async function listOrderableConcerts(
  pool: Pool,
  language: Language,
): Promise<OrderableConcert[]> {
  const concerts = new Map<number, OrderableConcert>();
  const isGerman = language === 'de';
  for (const row of await listOrderableTypes(pool)) {
    const concert = concerts.get(row.concert_id) ?? {
      id: row.concert_id,
      title: isGerman ? row.title_de : row.title_en,
      startsAt: toBerlinIso(row.starts_at),
      isPast: row.starts_at.getTime() < Date.now(),
      types: [],
    };
    concert.types.push({
      id: row.id,
      name: isGerman ? row.name_de : row.name_en,
      available: row.available,
    });
    concerts.set(row.concert_id, concert);
  }
  return [...concerts.values()];
}
