-- What the office's first page reads (docs/spec/office.md 4), and complimentary tickets (7.4).

alter table orders
  add column complimentary_reason text
    check (complimentary_reason in ('press', 'performers', 'sponsors', 'goodwill', 'other')),
  add constraint orders_complimentary check ((origin = 'complimentary') = (complimentary_reason is not null));

-- Tickets per ticket type and day in Europe/Berlin, kept by triggers in the transactions that sell and void: a ticket
-- is sold on its order's day and voided on the day it became void; a reissue counts as neither. A nightly job compares
-- it with the tickets.
create table sales_day (
  ticket_type_id integer not null references ticket_type on delete cascade,
  day date not null,
  sold integer not null default 0,
  sold_cents bigint not null default 0,
  -- of those sold
  complimentary integer not null default 0,
  voided integer not null default 0,
  voided_cents bigint not null default 0,
  primary key (ticket_type_id, day)
) with (fillfactor = 50);
create index sales_day_by_day on sales_day (day);

-- Statements, not rows: an order's tickets are counted at once. Rows are written in one sequence, so that two orders
-- never wait for each other. A restore brings the counts along.
create function count_new_tickets() returns trigger language plpgsql as $$
begin
  insert into sales_day as d (ticket_type_id, day, sold, sold_cents, complimentary)
  select t.ticket_type_id, (o.created_at at time zone 'Europe/Berlin')::date as day, count(*), sum(t.price_cents),
    count(*) filter (where o.origin = 'complimentary')
  from added t join orders o on o.id = t.order_id
  where t.replaces_id is null group by 1, 2 order by 1, 2
  on conflict (ticket_type_id, day) do update set sold = d.sold + excluded.sold,
    sold_cents = d.sold_cents + excluded.sold_cents, complimentary = d.complimentary + excluded.complimentary;
  if exists (select from added where voided_at is not null or replaces_id is not null) then
    insert into sales_day as d (ticket_type_id, day, voided, voided_cents)
    select v.ticket_type_id, (v.voided_at at time zone 'Europe/Berlin')::date as day, sum(v.sign),
      sum(v.sign * v.price_cents)
    from (
      select ticket_type_id, voided_at, price_cents, 1 as sign from added
      union all
      -- no longer counted as void, but as replaced
      select r.ticket_type_id, r.voided_at, r.price_cents, -1 from added t join ticket r on r.id = t.replaces_id
    ) v
    where v.voided_at is not null group by 1, 2 having sum(v.sign) <> 0 order by 1, 2
    on conflict (ticket_type_id, day) do update set voided = d.voided + excluded.voided,
      voided_cents = d.voided_cents + excluded.voided_cents;
  end if;
  return null;
end $$;
create trigger ticket_added after insert on ticket referencing new table as added
  for each statement when (current_setting('festival.restores', true) is distinct from 'on')
  execute function count_new_tickets();

-- A ticket becomes void; undoing it takes the count back.
create function count_voided_tickets() returns trigger language plpgsql as $$
begin
  insert into sales_day as d (ticket_type_id, day, voided, voided_cents)
  select v.ticket_type_id, (v.voided_at at time zone 'Europe/Berlin')::date as day, sum(v.sign),
    sum(v.sign * v.price_cents)
  from (
    select id, ticket_type_id, voided_at, price_cents, 1 as sign from added
    union all
    select id, ticket_type_id, voided_at, price_cents, -1 from removed
  ) v
  where v.voided_at is not null and not exists (select from ticket r where r.replaces_id = v.id)
  group by 1, 2 having sum(v.sign) <> 0 order by 1, 2
  on conflict (ticket_type_id, day) do update set voided = d.voided + excluded.voided,
    voided_cents = d.voided_cents + excluded.voided_cents;
  return null;
end $$;
create trigger ticket_changed after update on ticket referencing old table as removed new table as added
  for each statement execute function count_voided_tickets();

-- An order becomes a complimentary one; its time never changes, except by hand.
create function move_sales() returns trigger language plpgsql as $$
begin
  insert into sales_day as d (ticket_type_id, day, sold, sold_cents, complimentary)
  select t.ticket_type_id, w.day, sum(w.sign), sum(w.sign * t.price_cents), sum(w.sign * w.complimentary)
  from ticket t, (values
    ((old.created_at at time zone 'Europe/Berlin')::date, -1, (old.origin = 'complimentary')::integer),
    ((new.created_at at time zone 'Europe/Berlin')::date, 1, (new.origin = 'complimentary')::integer)
  ) w (day, sign, complimentary)
  where t.order_id = new.id and t.replaces_id is null
  group by 1, 2 order by 1, 2
  on conflict (ticket_type_id, day) do update set sold = d.sold + excluded.sold,
    sold_cents = d.sold_cents + excluded.sold_cents, complimentary = d.complimentary + excluded.complimentary;
  return null;
end $$;
create trigger order_moved after update of created_at, origin on orders
  for each row when ((old.created_at, old.origin) is distinct from (new.created_at, new.origin))
  execute function move_sales();

-- What the tickets say; sales_day must say the same.
create view true_sales_day as
  select ticket_type_id, day, sum(sold)::integer as sold, sum(sold_cents)::bigint as sold_cents,
    sum(complimentary)::integer as complimentary, sum(voided)::integer as voided,
    sum(voided_cents)::bigint as voided_cents
  from (
    select t.ticket_type_id, (o.created_at at time zone 'Europe/Berlin')::date as day, 1 as sold,
      t.price_cents as sold_cents, (o.origin = 'complimentary')::integer as complimentary, 0 as voided,
      0 as voided_cents
    from ticket t join orders o on o.id = t.order_id where t.replaces_id is null
    union all
    select t.ticket_type_id, (t.voided_at at time zone 'Europe/Berlin')::date, 0, 0, 0, 1, t.price_cents
    from ticket t where t.voided_at is not null and not exists (select from ticket r where r.replaces_id = t.id)
  ) each_ticket group by 1, 2;
insert into sales_day (ticket_type_id, day, sold, sold_cents, complimentary, voided, voided_cents)
select ticket_type_id, day, sold, sold_cents, complimentary, voided, voided_cents from true_sales_day;

-- Results of the comparisons that must find nothing, and since when they find something.
create table check_result (
  name text primary key,
  checked_at timestamptz not null,
  violations integer not null check (violations >= 0),
  violated_since timestamptz,
  check ((violations > 0) = (violated_since is not null))
);

-- The last alarm mail of each condition.
create table office_alarm (
  condition text primary key,
  sent_at timestamptz not null
);

create index invoice_by_date on invoice (issued_at) include (amount_cents) where series = 'invoice';
create index refund_by_date on refund (requested_at);
create index payment_event_of_object on payment_event (object_id);
create index payment_event_by_date on payment_event (received_at);
