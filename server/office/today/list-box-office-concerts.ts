import type { Pool } from 'pg';
import { toBerlinIso } from '#contract/berlin-time.ts';
import type { Language } from '#contract/language.ts';
import type { BoxOfficeConcert } from '#contract/office/today-queries.ts';

interface Row {
  id: number;
  title_de: string;
  title_en: string;
  starts_at: Date;
  venue_de: string;
  venue_en: string;
}

/** Concerts with tickets from yesterday on; all of them where none is to come (office.md 4.2). */
export async function listBoxOfficeConcerts(
  pool: Pool,
  language: Language,
): Promise<BoxOfficeConcert[]> {
  const { rows } = await pool.query<Row>(
    `with sold as (
       select c.id, c.title_de, c.title_en, c.starts_at, v.name_de as venue_de, v.name_en as venue_en
       from concert c join product p on p.concert_id = c.id join stock s on s.product_id = p.id
       join venue v on v.id = c.venue_id
       where c.published_at is not null or s.sold > 0
     )
     select * from sold
     where not exists (select from sold where starts_at >= now())
       or starts_at >= (date_trunc('day', now() at time zone 'Europe/Berlin') - interval '1 day')
         at time zone 'Europe/Berlin'
     order by starts_at, id`,
  );
  const isGerman = language === 'de';
  return rows.map((row) => ({
    id: row.id,
    title: isGerman ? row.title_de : row.title_en,
    startsAt: toBerlinIso(row.starts_at),
    venue: isGerman ? row.venue_de : row.venue_en,
  }));
}
