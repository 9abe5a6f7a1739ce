-- An item left alone because of a dispute has failed once no dispute holds its money any more: won, or prevented before
-- it became a chargeback. An inquiry (warning_…) holds none.
create or replace view run_item_state as
  select i.id, i.run_id, i.key, i.order_id, i.next_at, i.invoice_id, i.owed_cents, i.facts, f.id as refund_id,
    own.amount_cents as refund_cents,
    case
      when f.id is null and i.state = 'disputed' and w.is_ended then 'failed'
      when f.id is null then i.state
      when f.resolution = 'by hand' then 'by-hand'
      when f.resolution = 'dispute' then 'disputed'
      when f.resolution = 'dashboard' or f.succeeded_at is not null then i.state
      when f.failed_at is not null then 'failed'
      when f.provider_id is null then 'working'
      else 'on-its-way'
    end as state,
    coalesce(f.failure, case when i.state = 'disputed' and w.is_ended then 'dispute_ended' else i.reason end) as reason
  from run_item i
  left join refund own on own.id = i.refund_id
  left join refund f on f.id = coalesce(own.repeated_by, own.id)
  left join lateral (
    select bool_and(d.status like 'warning%' or d.closed_at is not null and d.status <> 'lost') as is_ended
    from orders o join checkout c on c.id = o.checkout_id join dispute d on d.intent_id = c.intent_id
    where o.id = i.order_id and i.state = 'disputed'
  ) w on true;
