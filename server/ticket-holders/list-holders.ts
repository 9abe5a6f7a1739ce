import type { Pool, PoolClient } from 'pg';
import type { DeliveryMethod } from '#contract/codes.ts';
import type { Language } from '#contract/language.ts';
import type { Recipients } from '#contract/office/holder-message.ts';
import { emailSql, languageSql, ordersSql } from '../orders/order-contact-sql.ts';

/** An order with valid tickets of a concert. */
interface HolderOrder {
  id: number;
  orderNo: string;
  name: string;
  /** As mails to one address are counted; null: it has none. */
  emailKey: string | null;
  language: Language;
  delivery: DeliveryMethod;
}

/** The ticket holders of a concert. */
export interface Holders {
  /** The latest order of each address: it decides about the language. */
  mailed: HolderOrder[];
  withoutEmail: HolderOrder[];
}

/** The orders with valid tickets of a concert, latest first. */
export async function listHolderOrders(
  client: Pool | PoolClient,
  concertId: number,
): Promise<HolderOrder[]> {
  const { rows } = await client.query<HolderOrder>(
    `select o.id::integer, o.order_no as "orderNo", c.delivery_method as delivery, ${languageSql} as language,
       coalesce(x.name, (c.details->>'first_name') || ' ' || (c.details->>'last_name')) as name,
       email_key(${emailSql}) as "emailKey"
     from ${ordersSql} where o.id = any (array(select t.order_id from product p
       join ticket t on t.product_id = p.id where p.concert_id = $1 and t.voided_at is null))
     order by o.id desc`,
    [concertId],
  );
  return rows;
}

/** Chooses the holders among the orders of a concert. */
export function chooseHolders(orders: readonly HolderOrder[], recipients: Recipients): Holders {
  const chosen = orders.filter(({ delivery }) => recipients === 'all' || delivery === recipients);
  const byAddress = new Map<string, HolderOrder>();
  for (const order of chosen) {
    const { emailKey } = order;
    if (emailKey !== null && !byAddress.has(emailKey)) byAddress.set(emailKey, order);
  }
  return {
    mailed: [...byAddress.values()],
    withoutEmail: chosen.filter(({ emailKey }) => emailKey === null),
  };
}
