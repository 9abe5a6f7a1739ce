-- Orders, tickets, invoices and their documents.

create table orders (
  id bigint generated always as identity primary key,
  checkout_id bigint not null unique references checkout,
  order_no text not null unique,
  account_id integer references account on delete set null,
  created_at timestamptz not null default now(),
  cancelled_at timestamptz
);
create index orders_of_account on orders (account_id, id desc) where account_id is not null;
create index orders_by_date on orders (created_at);

create table ticket (
  id bigint generated always as identity primary key,
  order_id bigint not null references orders,
  product_id integer not null references product,
  ticket_type_id integer not null references ticket_type,
  price_cents integer not null check (price_cents >= 0),
  -- cancelled: the code is void at the door and the place is back in stock
  voided_at timestamptz
);
create index ticket_of_order on ticket (order_id);
create index ticket_of_product on ticket (product_id);

-- Numbers without gaps: the row is locked until the commit, so it is drawn by the last statement.
create table invoice_counter (
  series text not null check (series in ('invoice', 'cancellation')),
  year integer not null,
  last integer not null,
  primary key (series, year)
);

create table invoice (
  id bigint generated always as identity primary key,
  order_id bigint not null references orders,
  series text not null check (series in ('invoice', 'cancellation')),
  year integer not null,
  number integer not null,
  amount_cents integer not null,
  refund_id bigint unique references refund,
  issued_at timestamptz not null default now(),
  unique (series, year, number)
);
create index invoice_of_order on invoice (order_id);
create unique index invoice_once on invoice (order_id) where series = 'invoice';

-- PDFs, unchangeable once made.
create table document (
  id bigint generated always as identity primary key,
  order_id bigint not null references orders,
  kind text not null check (kind in ('invoice', 'ticket', 'confirmation', 'cancellation')),
  ticket_id bigint unique references ticket,
  invoice_id bigint references invoice,
  bytes bytea not null,
  made_at timestamptz not null default now()
);
create unique index document_once on document (order_id, kind)
  where kind in ('invoice', 'confirmation');
create unique index document_of_invoice on document (invoice_id) where kind = 'cancellation';
create index document_of_order on document (order_id);

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'a % cannot be changed once made', tg_table_name;
end $$;
create trigger document_unchangeable before update on document
  for each row execute function refuse_change();
create trigger invoice_unchangeable before update or delete on invoice
  for each row execute function refuse_change();
