import type { PoolClient } from 'pg';

/** Waits for sales in progress, so that no order is missed; later ones wait for the end of the transaction. */
export async function lockStock(client: PoolClient, concertId: number): Promise<void> {
  await client.query(
    `select from stock s join product p on p.id = s.product_id where p.concert_id = $1 for update of s`,
    [concertId],
  );
}

/** Lets a job cancel every open payment with a ticket of this concert. */
export async function endOpenPayments(client: PoolClient, concertId: number): Promise<void> {
  await client.query(
    `select enqueue_payment_end(c.id) from checkout c
     where c.closed_at is null and c.settled_at is null and exists (
       select from checkout_line l join product p on p.id = l.product_id
       where l.checkout_id = c.id and p.concert_id = $1)`,
    [concertId],
  );
}
