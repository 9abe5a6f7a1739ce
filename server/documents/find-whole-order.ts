import type { Pool } from 'pg';
import type { DeliveryMethod } from '#contract/codes.ts';
import type { Language } from '#contract/language.ts';
import type { FrozenDetails } from '../checkout/freeze-cart.ts';
import type { FestivalContent } from '../programme/programme-format.ts';
import { ticketTypeNamesSql } from '../orders/order-queries.ts';
import type { TaxTreatment } from './pdf/document-data.ts';

/** An order with everything its documents and mails show; texts in both languages. */
export interface WholeOrder {
  id: number;
  checkout_id: number;
  order_no: string;
  created_at: Date;
  link_generation: number;
  language: Language;
  amount_cents: number;
  delivery_method: DeliveryMethod;
  delivery_cents: number;
  /** As frozen: what the invoice says. */
  details: FrozenDetails;
  /** For mails and new tickets: the details, or what staff changed them to. */
  contact: OrderContactRow;
  terms_version: string;
  /** The accepted version; null if it was never loaded. */
  terms: FestivalContent['legal']['terms'] | null;
  is_complimentary: boolean;
  /** Null: complimentary tickets have none. */
  invoice: OrderInvoiceRow | null;
  /** As the invoice states it; null until it is drawn, and without one. */
  tax_treatment: TaxTreatment | null;
  /** The order's concerts as they are now, sorted by date. */
  concerts: OrderConcertRow[];
  /** The same as invoice and confirmation state them; null until they are drawn. */
  sold_concerts: OrderConcertRow[] | null;
  lines: OrderLineRow[];
  /** All tickets except replaced ones, sorted by `position`, which counts from 1; a reissued one has the old one's. */
  tickets: OrderTicketRow[];
  /** The kinds of documents that exist, tickets excepted. */
  existing_kinds: string[];
}

/** The invoice of an order. */
export interface OrderInvoiceRow {
  id: number;
  year: number;
  number: number;
  issued_at: string;
}

/** The recipient of an order's mails and new tickets. */
export interface OrderContactRow {
  name: string;
  email: string | null;
  language: Language;
  /** Where its tickets are posted; null: to the buyer. */
  post: { name: string | null; street: string; zip: string; city: string } | null;
  /** Since when its tickets are delivered otherwise than bought. */
  delivery_changed_at: string | null;
}

/** A concert of an order. */
export interface OrderConcertRow {
  id: number;
  slug: string;
  starts_at: string;
  is_long_night: boolean;
  light_key: string | null;
  title_de: string;
  title_en: string;
  subtitle_de: string;
  subtitle_en: string;
  venue: {
    slug: string;
    name_de: string;
    name_en: string;
    street: string;
    postal_code: string;
    city: string;
  };
  pieces: { born: number | null; movements: { title: string }[] }[];
}

/** The texts of a ticket type. */
interface TicketTextRow {
  name_de: string;
  name_en: string;
  note_de: string | null;
  note_en: string | null;
}

/** A line of an order. */
export interface OrderLineRow extends TicketTextRow {
  concert_id: number;
  ticket_type_id: number;
  quantity: number;
  price_cents: number;
}

/** A ticket of an order. */
export interface OrderTicketRow extends TicketTextRow {
  id: number;
  position: number;
  concert_id: number;
  ticket_type_id: number;
  price_cents: number;
  voided_at: string | null;
  has_document: boolean;
  /** How often its concert was moved, and whether no PDF was drawn since. */
  moves: number;
  is_outdated: boolean;
  /** The ticket that this one was reissued for. */
  replaces_id: number | null;
}

const concerts = `
  select jsonb_agg(jsonb_build_object('id', k.id, 'slug', k.slug, 'starts_at', k.starts_at,
    'is_long_night', k.is_long_night, 'light_key', k.light_key, 'title_de', k.title_de,
    'title_en', k.title_en, 'subtitle_de', k.subtitle_de, 'subtitle_en', k.subtitle_en,
    'venue', to_jsonb(v), 'pieces', coalesce((
      select jsonb_agg(jsonb_build_object('born', m.born, 'movements', coalesce((
        select jsonb_agg(jsonb_build_object('title', w.title) order by w.position)
        from movement w where w.piece_id = e.id), '[]')) order by e.position)
      from piece e join composer m on m.id = e.composer_id where e.concert_id = k.id), '[]')
    ) order by k.starts_at, k.id)
  from concert k join venue v on v.id = k.venue_id
  where k.id in (select p.concert_id from checkout_line l join product p on p.id = l.product_id
                 where l.checkout_id = c.id)`;

const typeNames = ticketTypeNamesSql('y');

const lines = `
  select jsonb_agg(jsonb_build_object('concert_id', p.concert_id, 'ticket_type_id', l.ticket_type_id,
    'quantity', l.quantity, 'price_cents', l.price_cents, ${typeNames},
    'note_de', y.note_de, 'note_en', y.note_en) order by y.position, y.id)
  from checkout_line l join ticket_type y on y.id = l.ticket_type_id
    join product p on p.id = l.product_id
  where l.checkout_id = c.id`;

/** SQL: the contact of an order, from its checkout `c` and its row `x` of order_contact, if there is one. */
export const orderContact = `
  case when x.order_id is null then jsonb_build_object('email', c.details->>'email', 'language', c.language,
      'name', (c.details->>'first_name') || ' ' || (c.details->>'last_name'), 'post', null, 'delivery_changed_at', null)
    else jsonb_build_object('email', x.email, 'language', x.language, 'name', x.name,
      'delivery_changed_at', x.delivery_changed_at, 'post', case when x.street is not null and x.city is not null then
        jsonb_build_object('name', x.post_name, 'street', x.street, 'zip', coalesce(x.zip, ''), 'city', x.city) end)
    end`;

/** A reissued ticket has the first ticket's place. */
const tickets = `
  with recursive chain as (
    select t.id as first_id, t.* from ticket t where t.order_id = o.id and t.replaces_id is null
    union all
    select c.first_id, t.* from chain c join ticket t on t.replaces_id = c.id
  ), place as (
    select first_id, max(id) as id, row_number() over (order by first_id) as position from chain group by first_id
  )
  select jsonb_agg(jsonb_build_object('id', t.id, 'position', place.position, 'concert_id', p.concert_id,
    'ticket_type_id', t.ticket_type_id, 'price_cents', t.price_cents, 'voided_at', t.voided_at,
    ${typeNames}, 'note_de', y.note_de, 'note_en', y.note_en,
    'replaces_id', t.replaces_id,
    'has_document', exists (select from document d where d.ticket_id = t.id), 'moves', k.moves,
    'is_outdated', not exists (select from document d where d.ticket_id = t.id and d.moves = k.moves)) order by place.position)
  from place join ticket t on t.id = place.id
    join ticket_type y on y.id = t.ticket_type_id join product p on p.id = t.product_id
    join concert k on k.id = p.concert_id`;

/** Finds an order with everything its documents need, in one statement; null when there is none with this id. */
export async function findWholeOrder(pool: Pool, orderId: number): Promise<WholeOrder | null> {
  const { rows } = await pool.query<WholeOrder>({
    name: 'find_whole_order',
    text: `select o.id, o.checkout_id, o.order_no, o.created_at, o.link_generation, o.sold_concerts, c.language, c.amount_cents,
       c.delivery_method, c.delivery_cents, c.details, c.terms_version,
       (select content from terms where version = c.terms_version) as terms,
       ${orderContact} as contact,
       case when i.id is not null then jsonb_build_object('id', i.id, 'year', i.year, 'number', i.number,
         'issued_at', i.issued_at) end as invoice, o.origin = 'complimentary' as is_complimentary,
       (select d.tax_treatment from document d where d.order_id = o.id and d.kind = 'invoice') as tax_treatment,
       (${concerts}) as concerts, (${lines}) as lines, coalesce((${tickets}), '[]') as tickets,
       array(select d.kind from document d where d.order_id = o.id and d.ticket_id is null) as existing_kinds
     from orders o
     join checkout c on c.id = o.checkout_id
     left join order_contact x on x.order_id = o.id
     left join invoice i on i.order_id = o.id and i.series = 'invoice'
     where o.id = $1`,
    values: [orderId],
  });
  return rows[0] ?? null;
}
