import type { Pool, PoolClient } from 'pg';
import type { Language } from '#contract/language.ts';
import type { OrderTicket } from '#contract/office/order-queries.ts';
import { pickTexts } from '#messages/define-texts.ts';
import { providerCodeTexts } from '#messages/office/provider-codes.ts';

interface TicketRow {
  id: number;
  concert: string;
  type: string;
  price_cents: number;
  state: OrderTicket['state'];
}

/** All tickets of an order, replaced ones included. */
export async function listOrderTickets(
  pool: Pick<Pool | PoolClient, 'query'>,
  orderId: number,
  language: Language,
): Promise<OrderTicket[]> {
  const { rows } = await pool.query<TicketRow>(
    `select t.id, t.price_cents, case when $2 = 'de' then k.title_de else k.title_en end as concert,
       case when $2 = 'de' then y.name_de else y.name_en end as type,
       case when t.voided_at is null then 'valid'
         when exists (select from ticket n where n.replaces_id = t.id) then 'replaced' else 'void' end as state
     from ticket t join ticket_type y on y.id = t.ticket_type_id
       join product p on p.id = t.product_id join concert k on k.id = p.concert_id
     where t.order_id = $1 order by t.id`,
    [orderId, language],
  );
  return rows.map(({ price_cents: priceCents, ...ticket }) => ({ ...ticket, priceCents }));
}

/** A code of the payment provider in plain words; one that is not known stays as it is. */
export function describeProviderCode(code: string, language: Language): string {
  const texts: Record<string, string> = pickTexts(providerCodeTexts, language);
  return texts[code] ?? code;
}
