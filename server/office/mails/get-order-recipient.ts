import type { PoolClient } from 'pg';
import type { Language } from '#contract/language.ts';

/** The present contact of an order. */
interface OrderRecipient {
  /** Null: neither buyer nor contact gave one. */
  email: string | null;
  language: Language;
}

/** Finds the address and language of an order's mails: of its contact, otherwise of its buyer (office.md 7.3). */
export async function getOrderRecipient(
  client: PoolClient,
  orderId: number,
): Promise<OrderRecipient> {
  const { rows } = await client.query<OrderRecipient>(
    `select case when x.order_id is null then c.details->>'email' else x.email end as email,
       coalesce(x.language, c.language) as language
     from orders o join checkout c on c.id = o.checkout_id left join order_contact x on x.order_id = o.id
     where o.id = $1`,
    [orderId],
  );
  return rows[0] ?? { email: null, language: 'de' };
}
