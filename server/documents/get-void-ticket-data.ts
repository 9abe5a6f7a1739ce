import type { Pool } from 'pg';
import type { FestivalContent } from '../programme/programme-format.ts';
import { orderContact, type OrderContactRow } from './find-whole-order.ts';
import type { VoidTicketData } from './pdf/document-data.ts';
import { toSeller } from './to-document-data.ts';

interface VoidTicketRow {
  order_no: string;
  created_at: Date;
  contact: OrderContactRow;
  title_de: string;
  title_en: string;
  starts_at: Date;
  is_replaced: boolean;
}

/** Whether a valid ticket has taken the place of ticket `t`: not if that one was cancelled, too. */
const hasValidSuccessor = `exists (
  with recursive later as (
    select n.id, n.voided_at from ticket n where n.replaces_id = t.id
    union all
    select n.id, n.voided_at from later join ticket n on n.replaces_id = later.id
  )
  select from later where voided_at is null)`;

/**
 * Reads the data of a void ticket's PDF, in the language of the tickets; throws when there is no ticket with this id.
 */
export async function getVoidTicketData(
  pool: Pool,
  festival: FestivalContent,
  ticketId: number,
): Promise<VoidTicketData> {
  const { rows } = await pool.query<VoidTicketRow>(
    `select o.order_no, o.created_at, ${orderContact} as contact, coalesce(s.concert->>'title_de', k.title_de) as title_de,
       coalesce(s.concert->>'title_en', k.title_en) as title_en,
       coalesce((s.concert->>'starts_at')::timestamptz, k.starts_at) as starts_at,
       ${hasValidSuccessor} as is_replaced
     from ticket t
     join orders o on o.id = t.order_id
     join checkout c on c.id = o.checkout_id
     left join order_contact x on x.order_id = o.id
     join product p on p.id = t.product_id
     join concert k on k.id = p.concert_id
     left join lateral (select each as concert from jsonb_array_elements(o.sold_concerts) each
       where (each->>'id')::int = k.id) s on true
     where t.id = $1`,
    [ticketId],
  );
  const row = rows[0];
  if (row === undefined) throw new Error(`there is no ticket ${ticketId}`);
  const { language, name } = row.contact;
  return {
    language,
    seller: toSeller(festival, language),
    concert: {
      title: language === 'de' ? row.title_de : row.title_en,
      startsAt: row.starts_at.toISOString(),
    },
    orderNo: row.order_no,
    // dashes stand for an erased name
    holder: /\p{L}/u.test(name) ? name : null,
    isReplaced: row.is_replaced,
    orderedAt: row.created_at.toISOString(),
  };
}
