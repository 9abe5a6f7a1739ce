-- Concerts are edited in the office, too: each version of a concert's document, and the lists that documents name.
-- json, not jsonb: musicians and prices stand in the order of their keys.
create table concert_version (
  concert_id integer not null references concert on delete cascade,
  number integer not null check (number > 0),
  document json not null,
  saved_at timestamptz not null default clock_timestamp(),
  -- name of the person or of the system's user; null: the shop itself
  saved_by text,
  source text not null check (source in ('office', 'load', 'import')),
  primary key (concert_id, number)
);

create table instrument (
  id integer generated always as identity primary key,
  slug text not null unique,
  name_de text not null,
  name_en text not null
);

-- The names that the ticket types of products get.
create table ticket_type_template (
  id integer generated always as identity primary key,
  slug text not null unique,
  name_de text not null,
  name_en text not null,
  note_de text,
  note_en text
);

-- Null: a draft. A concert that was published once is never deleted, and keeps its slug.
alter table concert add first_published_at timestamptz;
-- Nobody knows which of the others never were.
update concert set first_published_at = coalesce(published_at, updated_at);

-- What is stored does not name its instruments: their English names do.
insert into instrument (slug, name_de, name_en)
select distinct on (slug) slug, instrument_de, instrument_en from (
  select instrument_de, instrument_en,
    trim('-' from regexp_replace(lower(instrument_en), '[^a-z0-9]+', '-', 'g')) as slug
  from piece_musician
) named where slug <> '' order by slug, instrument_de;

insert into ticket_type_template (slug, name_de, name_en, note_de, note_en)
select distinct on (slug) slug, name_de, name_en, note_de, note_en from ticket_type order by slug, id;

with players as (
  -- each musician of a concert once, in the order in which they are first named
  select *, row_number() over (partition by concert_id order by work, position) as place from (
    select distinct on (p.concert_id, a.id) p.concert_id, p.position as work, pm.position, a.full_name, pm.full_name_en,
      trim('-' from regexp_replace(lower(pm.instrument_en), '[^a-z0-9]+', '-', 'g')) as slug
    from piece p join piece_musician pm on pm.piece_id = p.id join musician a on a.id = pm.musician_id
    order by p.concert_id, a.id, p.position, pm.position
  ) first_named
)
insert into concert_version (concert_id, number, document, saved_at, source)
select c.id, 1, json_strip_nulls(json_build_object(
  'slug', c.slug,
  'title', json_build_object('de', c.title_de, 'en', c.title_en),
  'subtitle', json_build_object('de', c.subtitle_de, 'en', c.subtitle_en),
  'start', to_char(c.starts_at at time zone 'Europe/Berlin', 'YYYY-MM-DD HH24:MI'),
  'duration', c.duration_minutes,
  'venue', v.slug,
  'key', c.light_key,
  'academy', c.is_academy,
  'longNight', c.is_long_night,
  'introduction', json_build_object('de', c.introduction_de, 'en', c.introduction_en),
  'information', coalesce((
    select json_agg(json_build_object('type', n.info_type,
      'text', json_build_object('de', n.text_de, 'en', n.text_en)) order by n.position)
    from concert_note n where n.concert_id = c.id), '[]'),
  'musicians', coalesce((
    select json_object_agg(m.full_name, json_build_object('instrument', m.slug, 'en', m.full_name_en) order by m.place)
    from players m where m.concert_id = c.id), '{}'),
  'pieces', coalesce((
    select json_agg(json_build_object(
      'composer', k.slug,
      'title', json_build_object('de', p.title_de, 'en', p.title_en),
      'opus', p.opus, 'tonality', p.tonality, 'catalogueNo', p.catalogue_no,
      'movements', coalesce((
        select json_agg(json_build_object('title', m.title, 'lang', m.lang) order by m.position)
        from movement m where m.piece_id = p.id), '[]'),
      'playedBy', (
        select to_json(names) from (
          select array_agg(a.full_name order by pm.position) as names
          from piece_musician pm join musician a on a.id = pm.musician_id where pm.piece_id = p.id
        ) played where names <> (select array_agg(m.full_name order by m.place) from players m where m.concert_id = c.id)),
      'venue', (select r.slug from venue r where r.id = p.venue_id),
      'intervalAfter', p.interval_after
    ) order by p.position)
    from piece p join composer k on k.id = p.composer_id where p.concert_id = c.id), '[]'),
  'sale', (
    select json_build_object(
      'onSale', c.onsale, 'quantity', s.quantity, 'presold', p.presold,
      'ticketsAtBoxOffice', c.has_box_office_tickets,
      'prices', (select json_object_agg(t.slug, round(t.price_cents / 100.0, 2) order by t.position)
        from ticket_type t where t.product_id = p.id),
      'maxPerOrder', nullif(p.max_per_order, coalesce((select (f.content->>'maxPerOrder')::integer from festival f), 10)),
      'maxOfType', coalesce((select json_object_agg(t.slug, t.max_per_order order by t.position)
        from ticket_type t where t.product_id = p.id and t.max_per_order is not null), '{}'),
      'quotas', coalesce((select json_object_agg(t.slug, q.quantity order by t.position)
        from ticket_type t join ticket_quota q on q.ticket_type_id = t.id where t.product_id = p.id), '{}'),
      'onlyWith', coalesce((select json_object_agg(slug, others order by position) from (
        select t.slug, t.position, json_agg(w.slug order by w.position) as others
        from ticket_type t join ticket_type_only_with o on o.ticket_type_id = t.id
        join ticket_type w on w.id = o.with_type_id where t.product_id = p.id group by t.id
      ) pairs), '{}'))
    from product p join stock s on s.product_id = p.id where p.concert_id = c.id)
)), c.updated_at, 'load'
from concert c join venue v on v.id = c.venue_id;
