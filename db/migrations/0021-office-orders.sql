-- Orders, post and outbox in the office (docs/spec/office.md 7 and 8.4).

-- The words of a text without case, accents and punctuation; ae, oe and ue count as ä, ö and ü, which count as a, o
-- and u. `%`, `_` and letters beyond Latin stay. A word with punctuation inside is there as a whole and in parts.
-- Part of an index: never changed in place.
create function fold_words(p_text text) returns text[]
language sql immutable strict parallel safe as $$
  select coalesce(array_agg(distinct left(word, 200)), '{}')
  from regexp_split_to_table(
      regexp_replace(
        regexp_replace(
          replace(replace(translate(
            regexp_replace(lower(normalize(p_text, NFKD)), '[\u0300-\u036f]', '', 'g'),
            'łŁøØđĐðÐıħŧþÞ', 'llooddddihttt'), 'ß', 'ss'), 'æ', 'ae'),
          'œ', 'oe', 'g'),
        '([aou])e', '\1', 'g'),
      '\s+') token,
    lateral (
      select regexp_replace(token, '[^a-z0-9%_\u0080-\uffff]+|[\u2000-\u206f]+', '', 'g') as word
      union all
      select regexp_split_to_table(token, '[^a-z0-9%_\u0080-\uffff]+|[\u2000-\u206f]+')
    ) words
  where word <> ''
$$;

create function fold_vector(p_text text) returns tsvector
language sql immutable strict parallel safe as $$ select array_to_tsvector(public.fold_words(p_text)) $$;

-- Every word of a search, as the beginning of a word; null without any word.
create function fold_query(p_text text) returns tsquery
language sql immutable strict parallel safe as $$
  select string_agg('''' || word || ''':*', ' & ')::tsquery
  from regexp_split_to_table(p_text, '\s+') token, unnest(public.fold_words(
    -- in parts only: the whole would demand the same punctuation
    regexp_replace(token, '[^[:alnum:]%_\u0080-\uffff]+', ' ', 'g'))) word
$$;

create function order_words(p_order_no text, p_details jsonb, p_contact text) returns tsvector
language sql immutable parallel safe as $$
  select public.fold_vector(p_order_no || ' ' || coalesce(p_details->>'first_name', '') || ' '
    || coalesce(p_details->>'last_name', '') || ' ' || coalesce(p_details->>'email', '') || ' '
    || coalesce(p_contact, ''))
$$;

alter table orders
  add column origin text not null default 'shop' check (origin in ('shop', 'telephone', 'complimentary')),
  add column search tsvector not null default '',
  -- waits for the post since then; null: not delivered by post
  add column post_since timestamptz,
  add column posted_at timestamptz;
update orders o set search = order_words(o.order_no, c.details, null),
  post_since = case when c.delivery_method = 'postal' then o.created_at end,
  -- nobody recorded it before; what is over was posted
  posted_at = case when c.delivery_method = 'postal' and not exists (
    select from checkout_line l join product p on p.id = l.product_id join concert k on k.id = p.concert_id
    where l.checkout_id = c.id and k.starts_at > now()) then o.created_at end
from checkout c where c.id = o.checkout_id;

drop index orders_by_date;
create index orders_by_date on orders (created_at, id);
create index orders_words on orders using gin (search);
create index orders_cancelled on orders (created_at, id) where cancelled_at is not null;
create index orders_by_post on orders (created_at, id) where post_since is not null;
create index orders_to_post on orders (post_since, id)
  where post_since is not null and posted_at is null and cancelled_at is null;
create index orders_of_other_origin on orders (origin, created_at, id) where origin <> 'shop';
create index checkout_free on checkout (id) where amount_cents = 0;
create index dispute_of_intent on dispute (intent_id);

-- The order's contact from the day it was changed; what is frozen in the checkout stays as it is.
create table order_contact (
  order_id bigint primary key references orders on delete cascade,
  name text not null,
  email text,
  language text not null check (language in ('de', 'en')),
  door_note text,
  changed_at timestamptz not null default now()
);

-- Notes of staff, for staff only.
create table order_note (
  id bigint primary key generated always as identity,
  order_id bigint not null references orders on delete cascade,
  staff_id integer references staff on delete set null,
  author_name text not null,
  text text not null,
  created_at timestamptz not null default now()
);
create index order_note_order on order_note (order_id, id);
create index order_note_staff on order_note (staff_id);

-- A reissued ticket takes the place of another one, whose code is void.
alter table ticket add column replaces_id bigint references ticket;
create unique index ticket_replaces on ticket (replaces_id) where replaces_id is not null;
create index ticket_void on ticket (order_id) where voided_at is not null;

-- What became of a failed refund: refunded again, paid by hand, or refunded in the provider's dashboard.
alter table refund
  add column resolved_at timestamptz,
  add column resolution text check (resolution in ('again', 'by hand', 'dashboard')),
  add column resolved_on date,
  add column resolved_way text,
  add column resolved_note text,
  add check ((resolved_at is null) = (resolution is null)),
  add check (resolved_at is null or failed_at is not null);
update refund r set resolved_at = now(), resolution = 'again'
from orders o
where o.checkout_id = r.checkout_id and r.failed_at is not null
  and (select coalesce(sum(amount_cents), 0) from refund where checkout_id = o.checkout_id and failed_at is null)
    >= (select coalesce(sum(amount_cents), 0) from invoice where order_id = o.id and series = 'cancellation');
create index refund_failed on refund (checkout_id) where failed_at is not null and resolved_at is null;

-- subject: as it was sent last; handled_at: an order mail refused for good that somebody has dealt with
alter table mail add column subject text, add column handled_at timestamptz;
update mail m set subject = k.subject from kept_mail k where k.mail_id = m.id;
create index mail_words on mail using gin (fold_vector(recipient));
create index mail_of_order on mail (((facts->>'orderId')::bigint)) where facts->>'orderId' is not null;
create index mail_of_checkout on mail (((facts->>'checkoutId')::bigint)) where facts->>'checkoutId' is not null;
create index mail_of_kind on mail (kind, id);
create index mail_refused on mail (id) where bounced_at is not null;
create index mail_dropped on mail (id) where dropped_at is not null;
