-- Long work of the office (office.md 1): a run with one item per order or per address.
create table run (
  id integer generated always as identity primary key,
  kind text not null,
  -- null: about no concert
  concert_id integer references concert,
  -- of its kind: ids, texts of the staff
  facts jsonb not null default '{}',
  ordered_at timestamptz not null default now(),
  ordered_by text not null,
  begins_at timestamptz not null default now() + interval '60 seconds',
  undone_at timestamptz
);
create index run_of_concert on run (concert_id);

create table run_item (
  id bigint generated always as identity primary key,
  run_id integer not null references run,
  -- an order's id, or an address
  key text not null,
  order_id bigint references orders,
  facts jsonb not null default '{}',
  state text not null default 'waiting',
  -- why it failed
  reason text,
  -- when its next step is due; null: none
  next_at timestamptz,
  -- requested by it: its state says what became of the item
  refund_id bigint references refund,
  invoice_id bigint references invoice,
  unique (run_id, key)
);
create index run_item_due on run_item (next_at) where next_at is not null;
create index run_item_of_order on run_item (order_id);
create index run_item_of_refund on run_item (refund_id) where refund_id is not null;
create index run_item_of_invoice on run_item (invoice_id) where invoice_id is not null;

-- An item with the state that its refund gives it. What failed and was refunded again is as the last refund is.
create view run_item_state as
  select i.id, i.run_id, i.key, i.order_id, i.next_at, i.invoice_id, i.facts, f.id as refund_id, f.amount_cents as refund_cents,
    case
      when f.id is null then i.state
      when f.resolution = 'by hand' then 'by-hand'
      when f.resolution = 'dispute' then 'disputed'
      when f.resolution = 'dashboard' or f.succeeded_at is not null then i.state
      when f.failed_at is not null then 'failed'
      when f.provider_id is null then 'working'
      else 'on-its-way'
    end as state,
    coalesce(f.failure, i.reason) as reason
  from run_item i
  left join lateral (
    select r.* from refund own join refund r on r.intent_id = own.intent_id
    where own.id = i.refund_id and (r.id = own.id or own.resolution = 'again' and r.id > own.id
      and not exists (select from invoice v where v.refund_id = r.id))
    order by r.id desc limit 1
  ) f on true;

-- When the next mail of any run may be sent (MAIL_PER_MINUTE).
create table run_mail_pace (
  id integer primary key default 1 check (id = 1),
  next_at timestamptz not null default now()
);
insert into run_mail_pace default values;
