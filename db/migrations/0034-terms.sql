-- Every version of the terms that was ever loaded: an order's confirmation prints the one its buyer accepted.
create table terms (
  version text primary key,
  content jsonb not null
);
insert into terms (version, content)
  select content #>> '{legal,terms,version}', content #> '{legal,terms}' from festival;
