-- Concerts are cancelled, and their buyers get their money back or donate it (running.md 4).
alter table concert
  add column cancelled_at timestamptz,
  -- in both languages, on the site and in the mail
  add column cancel_reason jsonb;

-- Whoever writes a concert that is cancelled: its sale stays off, and nothing is planned.
create function keep_off_sale() returns trigger language plpgsql as $$
begin
  new.onsale := false;
  new.on_sale_from := null;
  new.on_sale_until := null;
  return new;
end $$;
create trigger concert_cancelled before insert or update on concert
  for each row when (new.cancelled_at is not null) execute function keep_off_sale();

-- What a buyer is owed by an item of a run, without what a lost dispute has returned.
alter table run_item add column owed_cents integer not null default 0 check (owed_cents >= 0);

create table donation (
  id bigint generated always as identity primary key,
  order_id bigint not null references orders,
  run_id integer not null references run,
  amount_cents integer not null check (amount_cents > 0),
  created_at timestamptz not null default now(),
  unique (order_id, run_id)
);
create index donation_of_run on donation (run_id);

drop view run_item_state;
create view run_item_state as
  select i.id, i.run_id, i.key, i.order_id, i.next_at, i.invoice_id, i.owed_cents, i.facts, f.id as refund_id,
    f.amount_cents as refund_cents,
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
