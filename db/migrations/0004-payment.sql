-- Checkouts (a cart frozen for one payment), refunds, the provider's events (design/payments.md).

create table checkout (
  id bigint generated always as identity primary key,
  cart_id bigint not null references cart,
  session_id uuid not null,
  account_id integer references account on delete set null,
  language text not null check (language in ('de', 'en')),
  -- what was frozen, as one hash: an unchanged cart meets its open checkout again
  fingerprint text not null,
  amount_cents integer not null check (amount_cents = 0 or amount_cents >= 50),
  delivery_method text not null check (delivery_method in ('boxoffice', 'onlineticket', 'postal')),
  delivery_cents integer not null check (delivery_cents >= 0),
  details jsonb not null,
  terms_version text not null,
  -- the provider's intent; free_… for a total of 0
  intent_id text unique,
  client_secret text,
  created_at timestamptz not null default now(),
  -- the intent is cancelled, nobody can pay it any more
  closed_at timestamptz,
  -- paid and dealt with: there is an order, or a refund
  settled_at timestamptz,
  -- when the reconciliation last asked the provider
  checked_at timestamptz
);
create unique index checkout_open_of_cart on checkout (cart_id)
  where closed_at is null and settled_at is null;
create index checkout_open on checkout (created_at) where closed_at is null and settled_at is null;
create index checkout_of_account on checkout (account_id) where account_id is not null;

create table checkout_line (
  checkout_id bigint not null references checkout on delete cascade,
  ticket_type_id integer not null references ticket_type,
  product_id integer not null references product,
  quantity integer not null check (quantity > 0),
  price_cents integer not null check (price_cents >= 0),
  primary key (checkout_id, ticket_type_id)
);

-- Money on its way back. A row is the promise; the job carries it out under the row's own key.
create table refund (
  id bigint generated always as identity primary key,
  checkout_id bigint references checkout,
  intent_id text not null,
  amount_cents integer not null check (amount_cents > 0),
  reason text not null check (reason in ('tickets_gone', 'no_checkout', 'mismatch', 'office', 'dashboard')),
  provider_id text unique,
  requested_at timestamptz not null default now(),
  succeeded_at timestamptz,
  failed_at timestamptz,
  failure text
);
create index refund_of_intent on refund (intent_id);
create index refund_of_checkout on refund (checkout_id);
create index refund_pending on refund (requested_at) where succeeded_at is null;

create table dispute (
  id text primary key,
  intent_id text not null,
  amount_cents integer not null,
  reason text not null,
  status text not null,
  opened_at timestamptz not null default now(),
  closed_at timestamptz
);

-- Every event once: its id is written in the transaction of its effect.
create table payment_event (
  id text primary key,
  type text not null,
  object_id text,
  received_at timestamptz not null default now()
);
