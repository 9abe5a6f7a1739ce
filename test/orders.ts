import { randomUUID } from 'node:crypto';
import { createOrder } from '#server/orders/create-order.ts';
import { inTransaction } from '#server/platform/database/database.ts';
import type { TestDatabase } from './database.ts';

export interface OrderOptions {
  /** Slugs of the concert and of the ticket type, and how many. */
  lines: [concert: string, type: string, quantity: number][];
  deliveryMethod?: 'boxoffice' | 'onlineticket' | 'postal';
  language?: 'de' | 'en';
  email?: string | null;
  termsVersion?: string;
}

/** Creates a paid order for the loaded programme, as settling does; returns the ids of order and checkout. */
export async function createPaidOrder(
  { pool }: Pick<TestDatabase, 'pool'>,
  options: OrderOptions,
): Promise<{ orderId: number; checkoutId: number }> {
  const { deliveryMethod = 'onlineticket', language = 'de', email = 'clara@example.org' } = options;
  const deliveryCents = deliveryMethod === 'postal' ? 450 : 0;
  return await inTransaction(pool, async (client) => {
    const found = await client.query<{ id: number; product_id: number; price_cents: number }>(
      `select y.id, y.product_id, y.price_cents
       from unnest($1::text[], $2::text[]) with ordinality as w (concert, type, n)
       join concert k on k.slug = w.concert join product p on p.concert_id = k.id
       join ticket_type y on y.product_id = p.id and y.slug = w.type order by w.n`,
      [options.lines.map(([concert]) => concert), options.lines.map(([, type]) => type)],
    );
    const lines = found.rows.map((row, i) => ({ ...row, quantity: options.lines[i]?.[2] ?? 0 }));
    const amount = lines.reduce((sum, row) => sum + row.quantity * row.price_cents, deliveryCents);
    const { rows } = await client.query<{ id: number }>(
      `with k as (
         insert into cart (session_id, expires_at, release_at) values ($1, now(), now()) returning id
       )
       insert into checkout (cart_id, session_id, language, fingerprint, amount_cents, delivery_method,
         delivery_cents, details, terms_version)
       select id, $1, $2, '', $3, $4, $5, $6, $7 from k returning id`,
      [
        randomUUID(),
        language,
        amount,
        deliveryMethod,
        deliveryCents,
        JSON.stringify(buyer(email)),
        options.termsVersion ?? '2025-06-01',
      ],
    );
    const checkoutId = rows[0]?.id ?? 0;
    for (const line of lines) {
      await client.query('insert into checkout_line values ($1, $2, $3, $4, $5)', [
        checkoutId,
        line.id,
        line.product_id,
        line.quantity,
        line.price_cents,
      ]);
    }
    const orderId = await createOrder(client, checkoutId, null);
    if (orderId === null) throw new Error('too few tickets are left for this order');
    return { orderId, checkoutId };
  });
}

function buyer(email: string | null) {
  return {
    master_data_id: 1,
    first_name: 'Růžena',
    last_name: 'Łukasiewicz',
    email,
    street: 'Ölmühlweg 3',
    zip: '1010',
    city: 'Wien',
    country_id: 40,
    country_de: 'Österreich',
    country_en: 'Austria',
  };
}
