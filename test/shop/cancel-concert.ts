import type { Pool } from 'pg';
import type { TestOffice } from '../office.ts';
import type { TestConcert } from './create-concert.ts';

/** Gives a test's concert the document that the office edits, with its sale. Returns its short name. */
export async function addDocument(pool: Pool, { id }: TestConcert): Promise<string> {
  const { rows } = await pool.query<{ slug: string }>(
    `with type as (
       insert into ticket_type_template (slug, name_de, name_en)
       select y.slug, y.name_de, y.name_en from ticket_type y join product p on p.id = y.product_id
       where p.concert_id = $1 on conflict do nothing
     )
     insert into concert_version (concert_id, number, document, source)
     select c.id, 1, json_build_object('slug', c.slug, 'title', json_build_object('de', title_de, 'en', title_en),
       'subtitle', json_build_object('de', '-', 'en', '-'), 'introduction', json_build_object('de', '-', 'en', '-'),
       'start', to_char(c.starts_at at time zone 'Europe/Berlin', 'YYYY-MM-DD HH24:MI'),
       'venue', (select slug from venue v where v.id = c.venue_id), 'academy', false, 'longNight', false,
       'information', '[]'::json, 'musicians', '{}'::json, 'pieces', '[]'::json,
       'sale', json_build_object('onSale', c.onsale, 'quantity', s.quantity, 'presold', p.presold,
         'prices', (select json_object_agg(y.slug, y.price_cents / 100.0) from ticket_type y where y.product_id = p.id),
         'quotas', json_build_object(), 'maxOfType', json_build_object(), 'onlyWith', json_build_object())), 'load'
     from concert c join product p on p.concert_id = c.id join stock s on s.product_id = p.id where c.id = $1
     on conflict do nothing
     returning (select slug from concert where id = $1)`,
    [id],
  );
  return rows[0]?.slug ?? '';
}

/** Cancels a test's concert; its run begins at once. Returns the run's id. */
export async function cancelConcert(
  office: TestOffice,
  concert: TestConcert,
  { donation = false, begins = true }: { donation?: boolean; begins?: boolean } = {},
): Promise<number> {
  const slug = await addDocument(office.deps.pool, concert);
  const reasons = { reason_de: 'Die Pianistin ist krank.', reason_en: 'The pianist is ill.' };
  const { output, problem } = await office.run('concert:cancel', {
    id: String(concert.id),
    slug,
    ...reasons,
    ...(donation && { donation: '1' }),
  });
  if (problem !== null) throw new Error(JSON.stringify(problem));
  const run = Number(output?.['run']);
  if (begins) await office.run('run:start', { id: String(run) });
  return run;
}
