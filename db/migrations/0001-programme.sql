-- The programme: what the association prints. Loaded from db/demo or by `npm run office -- load`.

create table festival (
  id integer primary key default 1 check (id = 1),
  content jsonb not null,
  updated_at timestamptz not null default now()
);

create table venue (
  id integer generated always as identity primary key,
  slug text not null unique,
  name_de text not null,
  name_en text not null,
  description_de text not null,
  description_en text not null,
  access_note_de text,
  access_note_en text,
  street text not null,
  postal_code text not null,
  city text not null,
  latitude double precision not null,
  longitude double precision not null
);

create table composer (
  id integer generated always as identity primary key,
  slug text not null unique,
  full_name text not null,
  born integer,
  died integer,
  check (died is null or born is null or died > born)
);

create table concert (
  id integer generated always as identity primary key,
  slug text not null unique,
  starts_at timestamptz not null,
  duration_minutes integer check (duration_minutes > 0),
  venue_id integer not null references venue,
  title_de text not null,
  title_en text not null,
  subtitle_de text not null,
  subtitle_en text not null,
  introduction_de text not null,
  introduction_en text not null,
  -- decides alone whether the concert is sold; nothing reads the clock (decisions.md, Selling)
  onsale boolean not null,
  is_academy boolean not null,
  is_long_night boolean not null,
  light_key text,
  published_at timestamptz default now(),
  updated_at timestamptz not null default now()
);
create index concert_by_date on concert (starts_at, id);

create table concert_note (
  id integer generated always as identity primary key,
  concert_id integer not null references concert on delete cascade,
  position integer not null,
  info_type text not null
    check (info_type in ('GENERAL', 'GENERAL_DETAILPAGE_ONLY', 'GENERAL_OVERVIEW_ONLY')),
  text_de text not null,
  text_en text not null,
  unique (concert_id, position)
);

create table piece (
  id integer generated always as identity primary key,
  concert_id integer not null references concert on delete cascade,
  position integer not null,
  composer_id integer not null references composer,
  title_de text not null,
  title_en text not null,
  opus text,
  tonality text,
  catalogue_no text,
  interval_after boolean not null default false,
  unique (concert_id, position)
);

create table movement (
  id integer generated always as identity primary key,
  piece_id integer not null references piece on delete cascade,
  position integer not null,
  title text not null,
  lang text not null,
  unique (piece_id, position)
);

create table musician (
  id integer generated always as identity primary key,
  full_name text not null unique
);

create table piece_musician (
  piece_id integer not null references piece on delete cascade,
  position integer not null,
  musician_id integer not null references musician,
  instrument_de text not null,
  instrument_en text not null,
  primary key (piece_id, position)
);

create table product (
  id integer generated always as identity primary key,
  concert_id integer not null unique references concert,
  -- tickets sold elsewhere (abbey shop, tourist information); stock.sold counts them, too
  presold integer not null default 0 check (presold >= 0)
);

create table ticket_type (
  id integer generated always as identity primary key,
  product_id integer not null references product,
  slug text not null,
  position integer not null,
  -- either free, or at least the provider's minimum
  price_cents integer not null check (price_cents = 0 or price_cents >= 50),
  name_de text not null,
  name_en text not null,
  note_de text,
  note_en text,
  unique (product_id, slug)
);

-- The hot row, one per product. In a table of its own, so that no foreign key locks it.
-- The last check is the promise that no ticket is sold twice.
create table stock (
  product_id integer primary key references product,
  quantity integer not null check (quantity >= 0),
  sold integer not null default 0 check (sold >= 0),
  held integer not null default 0 check (held >= 0),
  check (sold + held <= quantity)
) with (fillfactor = 50);
