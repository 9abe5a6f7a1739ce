-- Limits of an order and of a network (api.md, Cart). The version before sells on without judging them.
alter table product add column max_per_order integer not null default 10 check (max_per_order > 0);
alter table ticket_type add column max_per_order integer check (max_per_order > 0);

-- Types of which only some may be sold. Counters change only while the stock of the type's product is locked.
create table ticket_quota (
  ticket_type_id integer primary key references ticket_type on delete cascade,
  quantity integer not null check (quantity >= 0),
  sold integer not null default 0 check (sold >= 0),
  held integer not null default 0 check (held >= 0),
  check (sold + held <= quantity)
) with (fillfactor = 50);

-- A ticket of this type is sold only together with one of these types.
create table ticket_type_only_with (
  ticket_type_id integer not null references ticket_type on delete cascade,
  with_type_id integer not null references ticket_type,
  primary key (ticket_type_id, with_type_id),
  check (ticket_type_id <> with_type_id)
);
create index ticket_type_needed_by on ticket_type_only_with (with_type_id);

alter table cart
  -- limits how far changes and extensions may move the end
  add column first_hold_at timestamptz,
  -- hash of the network that changed the cart last; null when it is not limited
  add column network text;
update cart set first_hold_at = created_at where ended_at is null;
create index cart_of_network on cart (network, release_at) where network is not null;
