-- An item left alone because of a dispute has failed once the bank decides for the festival: its buyer has neither
-- tickets of a concert that takes place nor the money, so that somebody repeats it.
create or replace view run_item_state as
  select i.id, i.run_id, i.key, i.order_id, i.next_at, i.invoice_id, i.owed_cents, i.facts, f.id as refund_id,
    f.amount_cents as refund_cents,
    case
      when f.id is null and i.state = 'disputed' and w.is_won then 'failed'
      when f.id is null then i.state
      when f.resolution = 'by hand' then 'by-hand'
      when f.resolution = 'dispute' then 'disputed'
      when f.resolution = 'dashboard' or f.succeeded_at is not null then i.state
      when f.failed_at is not null then 'failed'
      when f.provider_id is null then 'working'
      else 'on-its-way'
    end as state,
    coalesce(f.failure, case when i.state = 'disputed' and w.is_won then 'dispute_won' else i.reason end) as reason
  from run_item i
  left join lateral (
    select r.* from refund own join refund r on r.intent_id = own.intent_id
    where own.id = i.refund_id and (r.id = own.id or own.resolution = 'again' and r.id > own.id
      and not exists (select from invoice v where v.refund_id = r.id))
    order by r.id desc limit 1
  ) f on true
  left join lateral (
    select bool_or(d.status = 'won') and bool_and(d.closed_at is not null and d.status <> 'lost') as is_won
    from orders o join checkout c on c.id = o.checkout_id join dispute d on d.intent_id = c.intent_id
    where o.id = i.order_id and i.state = 'disputed'
  ) w on true;
