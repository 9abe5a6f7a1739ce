-- The sale of a concert starts and ends at planned moments, each once; null: no plan (office.md 5.1).
alter table concert add column on_sale_from timestamptz, add column on_sale_until timestamptz;
-- A type that was sold stays, but nobody can buy it any longer.
alter table ticket_type add column is_offered boolean not null default true;
create index concert_planned on concert (least(on_sale_from, on_sale_until))
  where on_sale_from is not null or on_sale_until is not null;
