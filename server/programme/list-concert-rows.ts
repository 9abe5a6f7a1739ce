import type { Pool } from 'pg';
import type { InfoType } from '#contract/codes.ts';
import type { Language, LocalizedText } from '#contract/language.ts';

/** A concert with its whole programme in both languages. */
export interface ConcertRow {
  id: number;
  slug: string;
  starts_at: Date;
  duration_minutes: number | null;
  title_de: string;
  title_en: string;
  subtitle_de: string;
  subtitle_en: string;
  introduction_de: string;
  introduction_en: string;
  onsale: boolean;
  on_sale_from: Date | null;
  has_box_office_tickets: boolean;
  cancelled_at: Date | null;
  postponed_from: Date | null;
  /** Why it is cancelled. */
  cancel_reason: LocalizedText | null;
  is_academy: boolean;
  is_long_night: boolean;
  light_key: string | null;
  /** Its photograph; null: it has the drawn plate. */
  cover: CoverRow | null;
  venue: VenueRow;
  notes: { id: number; type: InfoType; text: LocalizedText }[];
  pieces: PieceRow[];
  product: { id: number; maxPerOrder: number; tickets: TicketType[] } | null;
}

export interface CoverRow {
  /** Of its files. */
  name: string;
  /** Of the widest one. */
  width: number;
  height: number;
  credit: LocalizedText;
  alt: LocalizedText;
}

export interface VenueRow {
  id: number;
  slug: string;
  name_de: string;
  name_en: string;
  description_de: string;
  description_en: string;
  access_note_de: string | null;
  access_note_en: string | null;
  street: string;
  postal_code: string;
  city: string;
  latitude: number;
  longitude: number;
}

export interface MusicianRow {
  id: number;
  full_name: string;
  /** Null: the same as full_name. */
  full_name_en: string | null;
  instrument: LocalizedText;
}

/** The name in the reader's language. */
export function nameOfMusician(musician: MusicianRow, language: Language): string {
  return (language === 'en' && musician.full_name_en) || musician.full_name;
}

export interface PieceRow {
  id: number;
  title_de: string;
  title_en: string;
  opus: string | null;
  tonality: string | null;
  catalogue_no: string | null;
  interval_after: boolean;
  composer: Composer;
  movements: { id: number; title: string; lang: string }[];
  /** Null: the concert's own venue. */
  venue: Pick<VenueRow, 'name_de' | 'name_en'> | null;
  musicians: MusicianRow[];
}

interface Composer {
  id: number;
  fullName: string;
  yearOfBirth: number | null;
  yearOfDeath: number | null;
}

interface TicketType {
  id: number;
  priceCents: number;
  name: LocalizedText;
  note: Record<Language, string | null>;
  maxPerOrder: number | null;
  /** Ids of the types of which each ticket needs one. */
  onlyWith: number[];
}

/**
 * Lists all published concerts by date with everything they contain, in one statement; with an id that concert alone,
 * published or not.
 */
export async function listConcertRows(pool: Pool, id: number | null = null): Promise<ConcertRow[]> {
  const { rows } = await pool.query<ConcertRow>(
    `
    select c.id, c.slug, c.starts_at, c.duration_minutes, c.title_de, c.title_en, c.subtitle_de,
      c.subtitle_en, c.introduction_de, c.introduction_en, c.onsale, c.on_sale_from, c.has_box_office_tickets,
      c.cancelled_at, c.cancel_reason, nullif(c.postponed_from, c.starts_at) as postponed_from, c.is_academy, c.is_long_night,
      c.light_key, (
        select c.cover - 'file' || jsonb_build_object('name', i.name, 'width', i.width, 'height', i.height)
        from cover_image i where i.name || '.jpg' = c.cover->>'file'
      ) as cover, to_jsonb(v) as venue,
      coalesce((
        select jsonb_agg(jsonb_build_object('id', n.id, 'type', n.info_type,
          'text', jsonb_build_object('de', n.text_de, 'en', n.text_en)) order by n.position)
        from concert_note n where n.concert_id = c.id
      ), '[]') as notes,
      coalesce((
        select jsonb_agg(jsonb_build_object(
          'id', p.id, 'title_de', p.title_de, 'title_en', p.title_en, 'opus', p.opus,
          'tonality', p.tonality, 'catalogue_no', p.catalogue_no, 'interval_after', p.interval_after,
          'venue', (
            select jsonb_build_object('name_de', r.name_de, 'name_en', r.name_en)
            from venue r where r.id = p.venue_id),
          'composer', jsonb_build_object('id', k.id, 'fullName', k.full_name, 'yearOfBirth', k.born, 'yearOfDeath', k.died),
          'movements', coalesce((
            select jsonb_agg(jsonb_build_object('id', m.id, 'title', m.title, 'lang', m.lang) order by m.position)
            from movement m where m.piece_id = p.id), '[]'),
          'musicians', coalesce((
            select jsonb_agg(jsonb_build_object('id', a.id, 'full_name', a.full_name,
              'full_name_en', pm.full_name_en,
              'instrument', jsonb_build_object('de', pm.instrument_de, 'en', pm.instrument_en)) order by pm.position)
            from piece_musician pm join musician a on a.id = pm.musician_id where pm.piece_id = p.id), '[]')
        ) order by p.position)
        from piece p join composer k on k.id = p.composer_id where p.concert_id = c.id
      ), '[]') as pieces,
      (
        select jsonb_build_object('id', p.id, 'maxPerOrder', p.max_per_order, 'tickets', coalesce((
          select jsonb_agg(jsonb_build_object('id', t.id, 'priceCents', t.price_cents,
            'name', jsonb_build_object('de', t.name_de, 'en', t.name_en),
            'note', jsonb_build_object('de', t.note_de, 'en', t.note_en), 'maxPerOrder', t.max_per_order,
            'onlyWith', array(select o.with_type_id from ticket_type_only_with o
              where o.ticket_type_id = t.id order by 1)
          ) order by t.position)
          from ticket_type t where t.product_id = p.id and t.is_offered), '[]'))
        from product p where p.concert_id = c.id
      ) as product
    from concert c join venue v on v.id = c.venue_id
    where case when $1::integer is null then c.published_at is not null else c.id = $1 end
    order by c.starts_at, c.id`,
    [id],
  );
  return rows;
}

/** The last change of the programme; if it is new, the catalogue reloads. */
export async function getProgrammeVersion(pool: Pool): Promise<string> {
  const { rows } = await pool.query<{ changed: string }>(`
    select to_char(coalesce(max(updated_at), 'epoch') at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as changed from festival`);
  return rows[0]?.changed ?? '';
}

/** Stock of a product. */
export interface StockRow {
  product_id: number;
  quantity: number;
  /** quantity − sold − held by carts now */
  available: number;
  /** Available tickets of the types that have a quota, by their id; null without quotas. */
  quotas: Record<string, number> | null;
  /** Milliseconds until the next hold expires; null without holds. */
  next_release_ms: number | null;
}

/** Lists the stock of published concerts; expired holds count as available (api.md, Festival, concerts, countries). */
export async function listStock(pool: Pool): Promise<StockRow[]> {
  const { rows } = await pool.query<StockRow>(`
    select s.product_id, s.quantity,
      (s.quantity - s.sold - s.held + coalesce(h.ended, 0))::integer as available, (
        select jsonb_object_agg(q.ticket_type_id, q.quantity - q.sold - q.held + coalesce((
          select sum(e.quantity) from hold e join cart k on k.id = e.cart_id
          where e.product_id = s.product_id and e.ticket_type_id = q.ticket_type_id
            and k.release_at <= clock_timestamp()), 0))
        from ticket_type t join ticket_quota q on q.ticket_type_id = t.id
        where t.product_id = s.product_id
      ) as quotas,
      (extract(epoch from h.next_release - clock_timestamp()) * 1000)::float8 as next_release_ms
    from concert c
    join product p on p.concert_id = c.id
    join stock s on s.product_id = p.id
    left join (
      select h.product_id,
        sum(h.quantity) filter (where k.release_at <= clock_timestamp()) as ended,
        min(k.release_at) filter (where k.release_at > clock_timestamp()) as next_release
      from hold h join cart k on k.id = h.cart_id
      group by h.product_id
    ) h on h.product_id = s.product_id
    where c.published_at is not null`);
  return rows;
}
