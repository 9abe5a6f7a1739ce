-- Photographs instead of a concert's drawn plate (running.md 2): encoded in several widths, without metadata, in the
-- database, so that every process has them and so does a backup.
create table cover_image (
  -- the first 32 hexadecimal digits of the hash of what was uploaded
  name text primary key check (name ~ '^[0-9a-f]{32}$'),
  width integer not null check (width > 0),
  height integer not null check (height > 0),
  created_at timestamptz not null default now()
);

create table cover_image_file (
  -- what /media/covers/ serves, such as '<name>-960.avif'
  file text primary key,
  cover_image text not null references cover_image,
  bytes bytea not null
);
create index cover_image_file_of on cover_image_file (cover_image);
alter table cover_image_file alter column bytes set storage external;

-- the document's cover: name of its image, credit, alternative text
alter table concert add column cover jsonb;
