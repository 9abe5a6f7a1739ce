-- Carts and the ledger of holds (api.md, Cart).

create table cart (
  id bigint generated always as identity primary key,
  session_id uuid not null,
  created_at timestamptz not null default now(),
  -- what the buyer sees: from then on the cart is empty
  expires_at timestamptz not null,
  -- from then on its tickets are free: the same moment, or 2 minutes later while a payment is open
  release_at timestamptz not null,
  renewals integer not null default 0 check (renewals between 0 and 10),
  payment_extended_at timestamptz,
  delivery_method text check (delivery_method in ('boxoffice', 'onlineticket', 'postal')),
  -- ordered, cleared, or replaced by a new one of the same session
  ended_at timestamptz,
  check (release_at >= expires_at)
) with (fillfactor = 70);
create unique index cart_of_session on cart (session_id) where ended_at is null;
create index cart_by_release on cart (release_at) where ended_at is null;

create table hold (
  cart_id bigint not null references cart on delete cascade,
  ticket_type_id integer not null references ticket_type,
  product_id integer not null references product,
  quantity integer not null check (quantity > 0),
  added_at timestamptz not null default clock_timestamp(),
  primary key (cart_id, ticket_type_id)
);
create index hold_of_product on hold (product_id);

-- The buyer's details: a customer's own, or a guest's for one cart. Its id is the master_data_id.
create table delivery_details (
  id integer generated always as identity (start with 1000) primary key,
  account_id integer unique references account on delete cascade,
  cart_id bigint unique references cart on delete cascade,
  first_name text not null,
  last_name text not null,
  email text,
  street text not null,
  zip text not null,
  city text not null,
  country_id integer not null,
  updated_at timestamptz not null default now(),
  check ((account_id is null) <> (cart_id is null))
);
