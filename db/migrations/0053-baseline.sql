-- The tables as 53 files made them before version 1.0.0. A database that has applied them all gets the entry of this
-- file instead of theirs (server/platform/database/migrate.ts). Each part names its subject; later files add.

-- Texts, as they are searched and compared. Indexes contain the results of these functions: they never change in place,
-- and call each other by full names (an index is built without a search path). Their cost makes the planner take the
-- index instead of folding every row again: folding a text takes about half a millisecond.

-- The words of a text without case, accents and punctuation; ae, oe and ue count as ä, ö and ü, which count as a, o
-- and u. `%`, `_` and letters beyond Latin stay. A word with punctuation inside is there as a whole and in parts.
create function fold_words(p_text text) returns text[]
language plpgsql immutable strict parallel safe cost 5000 as $$
declare
  v_text text;
  v_words text[];
begin
  v_text := regexp_replace(
    regexp_replace(
      replace(replace(replace(translate(
        regexp_replace(lower(normalize(p_text, NFKD)), '[\u0300-\u036f]', '', 'g'),
        'łŁøØđĐðÐıħŧþÞ', 'llooddddihttt'), 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'),
      '([aou])e', '\1', 'g'),
    '\s+', ' ', 'g');
  v_words := array_remove(string_to_array(
    regexp_replace(v_text, '[^ a-z0-9%_\u0080-\uffff]+|[\u2000-\u206f]+', '', 'g') || ' '
      || regexp_replace(v_text, '[^a-z0-9%_\u0080-\uffff]+|[\u2000-\u206f]+', ' ', 'g'),
    ' '), '');
  if length(v_text) > 200 then
    v_words := array(select left(word, 200) from unnest(v_words) word);
  end if;
  return v_words;
end $$;

create function fold_vector(p_text text) returns tsvector
language sql immutable strict parallel safe cost 5000 as $$ select array_to_tsvector(public.fold_words(p_text)) $$;

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

-- The form by which e-mail addresses are compared. The program stores them in one form, in which the case of A to Z alone may
-- differ (decision 17); `lower` in another locale would change more.
create function email_key(p_email text) returns text language sql immutable parallel safe
return lower(p_email collate "C");

-- The programme: what the association prints. Loaded from db/demo or by `npm run office -- load`.

create table festival (
  id integer primary key default 1 check (id = 1),
  content jsonb not null,
  updated_at timestamptz not null default now()
);

-- Every version of the terms that was ever loaded: an order's confirmation prints the one its buyer accepted.
create table terms (
  version text primary key,
  content jsonb not null
);

create table venue (
  id integer generated always as identity primary key,
  slug text not null unique,
  name_de text not null,
  name_en text not null,
  description_de text not null,
  description_en text not null,
  access_note_de text,
  access_note_en text,
  street text not null,
  postal_code text not null,
  city text not null,
  latitude double precision not null,
  longitude double precision not null
);

create table composer (
  id integer generated always as identity primary key,
  slug text not null unique,
  full_name text not null,
  born integer,
  died integer,
  check (died is null or born is null or died > born)
);

create table concert (
  id integer generated always as identity primary key,
  slug text not null unique,
  starts_at timestamptz not null,
  duration_minutes integer check (duration_minutes > 0),
  venue_id integer not null references venue,
  title_de text not null,
  title_en text not null,
  subtitle_de text not null,
  subtitle_en text not null,
  introduction_de text not null,
  introduction_en text not null,
  -- decides alone whether the concert is sold; nothing reads the clock (product.md 12)
  onsale boolean not null,
  is_academy boolean not null,
  is_long_night boolean not null,
  light_key text,
  published_at timestamptz default now(),
  updated_at timestamptz not null default now(),
  -- a sold-out concert whose last tickets are at the box office
  has_box_office_tickets boolean not null default false
);
create index concert_by_date on concert (starts_at, id);

create table concert_note (
  id integer generated always as identity primary key,
  concert_id integer not null references concert on delete cascade,
  position integer not null,
  info_type text not null
    check (info_type in ('GENERAL', 'GENERAL_DETAILPAGE_ONLY', 'GENERAL_OVERVIEW_ONLY')),
  text_de text not null,
  text_en text not null,
  unique (concert_id, position)
);

create table piece (
  id integer generated always as identity primary key,
  concert_id integer not null references concert on delete cascade,
  position integer not null,
  composer_id integer not null references composer,
  title_de text not null,
  title_en text not null,
  opus text,
  tonality text,
  catalogue_no text,
  interval_after boolean not null default false,
  -- the room of the work, where a concert has several; null: the concert's own venue
  venue_id integer references venue,
  unique (concert_id, position)
);

create table movement (
  id integer generated always as identity primary key,
  piece_id integer not null references piece on delete cascade,
  position integer not null,
  title text not null,
  lang text not null,
  unique (piece_id, position)
);

create table musician (
  id integer generated always as identity primary key,
  full_name text not null unique
);

create table piece_musician (
  piece_id integer not null references piece on delete cascade,
  position integer not null,
  musician_id integer not null references musician,
  instrument_de text not null,
  instrument_en text not null,
  -- of an ensemble on English pages; null: the name is the same in both languages
  full_name_en text,
  primary key (piece_id, position)
);

-- Sales: products, their ticket types, and how many (api.md, Cart).

create table product (
  id integer generated always as identity primary key,
  concert_id integer not null unique references concert,
  -- tickets sold elsewhere (abbey shop, tourist information); stock.sold counts them, too
  presold integer not null default 0 check (presold >= 0),
  max_per_order integer not null default 10 check (max_per_order > 0)
);

create table ticket_type (
  id integer generated always as identity primary key,
  product_id integer not null references product,
  slug text not null,
  position integer not null,
  -- either free, or at least the provider's minimum
  price_cents integer not null check (price_cents = 0 or price_cents >= 50),
  name_de text not null,
  name_en text not null,
  note_de text,
  note_en text,
  max_per_order integer check (max_per_order > 0),
  unique (product_id, slug)
);

-- The hot row, one per product. In a table of its own, so that no foreign key locks it.
-- The last check is the promise that no ticket is sold twice.
create table stock (
  product_id integer primary key references product,
  quantity integer not null check (quantity >= 0),
  sold integer not null default 0 check (sold >= 0),
  held integer not null default 0 check (held >= 0),
  check (sold + held <= quantity)
) with (fillfactor = 50);

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

-- Customers, their sessions and one-time links. Tokens are stored as hashes only (api.md, Conventions).

create table account (
  id integer generated always as identity primary key,
  email text not null,
  first_name text not null,
  last_name text not null,
  password_hash text not null,
  language text not null check (language in ('de', 'en')),
  email_verified_at timestamptz,
  created_at timestamptz not null default now(),
  -- the undo of a change of address voids a password that a thief has set since; null: never set again
  password_changed_at timestamptz,
  pending_email text,
  email_key text not null generated always as (email_key(email)) stored,
  pending_email_key text generated always as (email_key(pending_email)) stored
);
create index account_words on account using gin (fold_vector(first_name || ' ' || last_name || ' ' || email));
create unique index account_email_key on account (email_key);
create index account_pending_email_key on account (pending_email_key) where pending_email_key is not null;

create table access_token (
  token_hash bytea primary key,
  account_id integer not null references account on delete cascade,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  -- for the customer's list of sessions
  last_used_at timestamptz
);
create index access_token_account on access_token (account_id);
create index access_token_expiry on access_token (expires_at);

create table one_time_token (
  token_hash bytea primary key,
  account_id integer not null references account on delete cascade,
  purpose text not null check (purpose in ('reset', 'verify')),
  -- the address the link was mailed to: it verifies that one and no later one
  email text not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at timestamptz
);
create index one_time_token_account on one_time_token (account_id);

-- Networks from which an account has signed in, as keyed hashes: limits by account alone never apply to them.
create table account_network (
  account_id integer not null references account on delete cascade,
  network bytea not null,
  signed_in_at timestamptz not null default now(),
  primary key (account_id, network)
);

-- Changes of an account's address; a link in a mail to the old one undoes a change for 7 days, while nobody else gets it.
create table email_change (
  id integer primary key generated always as identity,
  account_id integer not null references account on delete cascade,
  old_email text not null,
  old_verified_at timestamptz,
  changed_at timestamptz not null default now(),
  undone_at timestamptz
);
create index email_change_account on email_change (account_id);
create index email_change_old_email_key on email_change (email_key(old_email));

-- Staff of the office, their ways to sign in, and sessions (office.md 2).

create table staff (
  id integer primary key generated always as identity,
  email text not null,
  name text not null,
  role text not null check (role in ('admin', 'office', 'editor', 'door')),
  -- null: as the browser asks for
  language text check (language in ('de', 'en')),
  password_hash text,
  -- the key of one-time codes, encrypted under a key from APP_SECRET
  totp_secret bytea,
  -- the time step of the last code that was used: each code counts once
  totp_step bigint not null default 0,
  is_demo boolean not null default false,
  wants_alarms boolean not null default true,
  created_at timestamptz not null default now(),
  last_signed_in_at timestamptz,
  disabled_at timestamptz,
  email_key text not null generated always as (email_key(email)) stored
);
create unique index staff_email_key on staff (email_key);

create table staff_invitation (
  id integer primary key generated always as identity,
  email text not null,
  name text not null,
  role text not null check (role in ('admin', 'office', 'editor', 'door')),
  language text not null check (language in ('de', 'en')),
  token_hash bytea not null unique,
  -- for the mail; encrypted under a key from APP_SECRET
  sealed_token bytea not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  email_key text not null generated always as (email_key(email)) stored
);
-- a new invitation ends the former
create unique index staff_invitation_email_key on staff_invitation (email_key);

create table staff_passkey (
  id integer primary key generated always as identity,
  staff_id integer not null references staff on delete cascade,
  credential_id text not null unique,
  public_key bytea not null,
  counter bigint not null,
  transports text[] not null default '{}',
  name text not null,
  created_at timestamptz not null default now(),
  used_at timestamptz
);
create index staff_passkey_staff on staff_passkey (staff_id);

-- Challenges of WebAuthn that were used: each counts once. They are signed and carry their end.
create table staff_challenge (
  challenge text primary key,
  used_at timestamptz not null default now()
);
create index staff_challenge_used on staff_challenge (used_at);

create table staff_recovery_code (
  staff_id integer not null references staff on delete cascade,
  code_hash bytea not null,
  used_at timestamptz,
  primary key (staff_id, code_hash)
);

create table staff_session (
  id integer primary key generated always as identity,
  token_hash bytea not null unique,
  staff_id integer not null references staff on delete cascade,
  user_agent text not null default '',
  created_at timestamptz not null default now(),
  seen_at timestamptz not null default now(),
  -- the last time that the person gave both factors
  confirmed_at timestamptz not null default now(),
  ended_at timestamptz,
  -- new recovery codes until the person has written them down; encrypted under a key from APP_SECRET
  sealed_codes bytea,
  -- the token that the confirmation of the identity has replaced: for a minute, a second submission of that form still
  -- finds the session, and gets the response of the first (office.md 1 and 2.6)
  former_token_hash bytea,
  -- signed in from, as a keyed hash: there, failed sign-ins of strangers do not lock the person out (office.md 2.7)
  network bytea
);
create index staff_session_created on staff_session (created_at);
create index staff_session_staff on staff_session (staff_id) where ended_at is null;
create unique index staff_session_former_token on staff_session (former_token_hash);

-- Entries of forms whose session was over or whose step-up was due; kept for 60 minutes.
create table kept_entries (
  browser_hash bytea not null,
  staff_id integer not null references staff on delete cascade,
  path text not null,
  entries jsonb not null,
  created_at timestamptz not null default now(),
  primary key (browser_hash, path)
);
create index kept_entries_created on kept_entries (created_at);
create index kept_entries_staff on kept_entries (staff_id);

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
  -- null: never frozen into a checkout
  payment_extended_at timestamptz,
  delivery_method text check (delivery_method in ('boxoffice', 'onlineticket', 'postal')),
  -- ordered, cleared, or replaced by a new one of the same session
  ended_at timestamptz,
  -- limits how far changes and extensions may move the end
  first_hold_at timestamptz,
  -- hashes of the network that changed the cart last, and of the /48 around it for IPv6; null where networks are not
  -- limited
  network text,
  larger_network text,
  check (release_at >= expires_at)
) with (fillfactor = 70);
create index cart_by_release on cart (release_at) where ended_at is null;
create index cart_of_network on cart (network, release_at) where network is not null;
-- never frozen: without an order
create index cart_never_frozen on cart (release_at) where payment_extended_at is null;
create index cart_of_larger_network on cart (larger_network, release_at) where larger_network is not null;
-- The last one: on an empty table all indexes cost the same, and the newest wins. It must be the one that every call uses.
create unique index cart_of_session on cart (session_id) where ended_at is null;

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

-- Checkouts (a cart frozen for one payment), refunds, the provider's events (docs/spec/payments.md).

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
  -- the provider's intent; free_… for a total of 0; on a hosted page, only once the buyer pays
  intent_id text unique,
  client_secret text,
  created_at timestamptz not null default now(),
  -- the intent is cancelled, nobody can pay it any more
  closed_at timestamptz,
  -- paid and dealt with: there is an order, or a refund
  settled_at timestamptz,
  -- when the reconciliation last asked the provider
  checked_at timestamptz,
  -- the provider's Checkout Session of a payment on its hosted page
  provider_session text unique,
  -- at the last check, for calls that get the stored state instead of another check
  is_processing boolean not null default false
);
create unique index checkout_open_of_cart on checkout (cart_id)
  where closed_at is null and settled_at is null;
create index checkout_open on checkout (created_at) where closed_at is null and settled_at is null;
create index checkout_of_account on checkout (account_id) where account_id is not null;
-- has this cart a checkout, closed and settled ones too
create index checkout_of_cart on checkout (cart_id);
-- a payment page that is opened again finds what its session has begun
create index checkout_of_session on checkout (session_id);
create index checkout_unpaid on checkout (closed_at) where settled_at is null;
create index checkout_with_buyer on checkout (settled_at)
  where settled_at is not null and details->>'last_name' <> '–';
create index checkout_free on checkout (id) where amount_cents = 0;
create index checkout_email_key on checkout (email_key(details->>'email'));

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
  failure text,
  -- how often it was tried in vain: the provider keeps a failure under its key, so the next try needs another one
  attempt integer not null default 0,
  -- what became of a failed one: refunded again, paid by hand, refunded in the provider's dashboard, or a lost dispute
  resolved_at timestamptz,
  resolution text check (resolution in ('again', 'by hand', 'dashboard', 'dispute')),
  resolved_on date,
  resolved_way text,
  resolved_note text,
  check ((resolved_at is null) = (resolution is null)),
  check (resolved_at is null or failed_at is not null)
);
create index refund_of_intent on refund (intent_id);
create index refund_of_checkout on refund (checkout_id);
create index refund_pending on refund (requested_at) where succeeded_at is null;
-- one automatic refund per payment
create unique index refund_once on refund (intent_id)
  where reason in ('tickets_gone', 'no_checkout', 'mismatch');
create index refund_failed on refund (checkout_id) where failed_at is not null and resolved_at is null;
create index refund_by_date on refund (requested_at);
create index refund_dashboard on refund (id) where reason = 'dashboard';

create table dispute (
  id text primary key,
  intent_id text not null,
  amount_cents integer not null,
  reason text not null,
  status text not null,
  opened_at timestamptz not null default now(),
  closed_at timestamptz
);
create index dispute_of_intent on dispute (intent_id);
create index dispute_lost on dispute (intent_id) where status = 'lost';

-- Money returned to the buyer: refunds that did not fail, and disputes that the bank has decided against the shop.
create view returned_money as
  select intent_id, amount_cents, requested_at as returned_at from refund
  where failed_at is null or resolution = 'by hand'
  union all
  select intent_id, amount_cents, coalesce(closed_at, opened_at) from dispute where status = 'lost';

-- Every event once: its id is written in the transaction of its effect.
create table payment_event (
  id text primary key,
  type text not null,
  object_id text,
  received_at timestamptz not null default now()
);
create index payment_event_of_object on payment_event (object_id);
create index payment_event_by_date on payment_event (received_at);

-- Orders, their tickets, and what the office adds to them (office.md 7).

create table orders (
  id bigint generated always as identity primary key,
  checkout_id bigint not null unique references checkout,
  order_no text not null unique,
  account_id integer references account on delete set null,
  created_at timestamptz not null default now(),
  cancelled_at timestamptz,
  origin text not null default 'shop' check (origin in ('shop', 'telephone', 'complimentary')),
  search tsvector not null default '',
  -- waits for the post since then; null: not delivered by post
  post_since timestamptz,
  posted_at timestamptz,
  complimentary_reason text
    check (complimentary_reason in ('press', 'performers', 'sponsors', 'goodwill', 'other')),
  -- of the card that paid, if the provider says them
  card_brand text,
  card_last4 text,
  -- when the office last decided whether tickets stay valid whose money went back without it
  tickets_decided_at timestamptz,
  -- links to the order and its documents carry the generation in which they were made; raising it ends older ones
  link_generation smallint not null default 1,
  -- what the documents said of the concerts when they were made; later documents about the sale say the same
  sold_concerts jsonb,
  constraint orders_complimentary check ((origin = 'complimentary') = (complimentary_reason is not null))
);
create index orders_of_account on orders (account_id, id desc) where account_id is not null;
create index orders_by_date on orders (created_at, id);
create index orders_words on orders using gin (search);
create index orders_cancelled on orders (created_at, id) where cancelled_at is not null;
create index orders_by_post on orders (created_at, id) where post_since is not null;
create index orders_to_post on orders (post_since, id)
  where post_since is not null and posted_at is null and cancelled_at is null;
create index orders_of_other_origin on orders (origin, created_at, id) where origin <> 'shop';

create table ticket (
  id bigint generated always as identity primary key,
  order_id bigint not null references orders,
  product_id integer not null references product,
  ticket_type_id integer not null references ticket_type,
  price_cents integer not null check (price_cents >= 0),
  -- cancelled: the code is void at the door and the place is back in stock
  voided_at timestamptz,
  -- a reissued ticket takes the place of another one, whose code is void
  replaces_id bigint references ticket
);
create index ticket_of_order on ticket (order_id);
create index ticket_of_product on ticket (product_id);
create unique index ticket_replaces on ticket (replaces_id) where replaces_id is not null;
create index ticket_void on ticket (order_id) where voided_at is not null;

-- The order's contact from the day it was changed; what is frozen in the checkout stays as it is.
create table order_contact (
  order_id bigint primary key references orders on delete cascade,
  name text not null,
  email text,
  language text not null check (language in ('de', 'en')),
  door_note text,
  changed_at timestamptz not null default now()
);
create index order_contact_email_key on order_contact (email_key(email));

-- Notes of staff, for staff only.
create table order_note (
  id bigint primary key generated always as identity,
  order_id bigint not null references orders on delete cascade,
  staff_id integer references staff on delete set null,
  author_name text not null,
  text text not null,
  created_at timestamptz not null default now(),
  -- whose reason the note is: the audit log holds no words of staff about customers (office.md 11); null: by hand
  command text
);
create index order_note_order on order_note (order_id, id);
create index order_note_staff on order_note (staff_id);

-- Invoices and PDFs, unchangeable once made.

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
-- cancellations of the last days, whose documents may be missing
create index invoice_cancellations on invoice (issued_at) where series = 'cancellation';
create index invoice_by_date on invoice (issued_at) include (amount_cents) where series = 'invoice';

create table document (
  id bigint generated always as identity primary key,
  order_id bigint not null references orders,
  kind text not null check (kind in ('invoice', 'ticket', 'confirmation', 'cancellation')),
  ticket_id bigint unique references ticket,
  invoice_id bigint references invoice,
  bytes bytea not null,
  made_at timestamptz not null default now(),
  -- how the sale was taxed when it was drawn (office.md 14): a cancellation invoice states what its invoice does; null: a
  -- ticket, or unknown
  tax_treatment text check (tax_treatment in ('exempt', 'reduced', 'small-business'))
);
-- compressed already: to try once more costs up to 20 ms a mail
alter table document alter column bytes set storage external;
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

-- Money and tickets are compared where something has changed (decision 14).

-- A row for every change that may part payment and tickets of a checkout, until a comparison finds them right
-- (server/invariants.ts). A second row for a checkout costs less than looking for the first.
create table unverified_checkout (
  id bigint generated always as identity primary key,
  checkout_id bigint not null
);

create function add_unverified() returns trigger language plpgsql as $$
begin
  case tg_table_name
    when 'checkout' then insert into unverified_checkout (checkout_id) values (new.id);
    when 'ticket' then
      insert into unverified_checkout (checkout_id) select checkout_id from orders where id = new.order_id;
    when 'dispute' then
      insert into unverified_checkout (checkout_id) select id from checkout where intent_id = new.intent_id;
    -- a refund of a payment without a checkout has nothing to compare
    else insert into unverified_checkout (checkout_id) select new.checkout_id where new.checkout_id is not null;
  end case;
  return null;
end $$;
create trigger checkout_settled after update of settled_at on checkout
  for each row when (new.settled_at is distinct from old.settled_at) execute function add_unverified();
create trigger order_created after insert on orders
  for each row when (current_setting('festival.restores', true) is distinct from 'on') execute function add_unverified();
create trigger ticket_voided after update of voided_at on ticket
  for each row when (new.voided_at is distinct from old.voided_at) execute function add_unverified();
create trigger refund_changed after insert or update of failed_at, amount_cents on refund
  for each row when (current_setting('festival.restores', true) is distinct from 'on') execute function add_unverified();
create trigger dispute_changed after insert or update of status on dispute
  for each row when (current_setting('festival.restores', true) is distinct from 'on') execute function add_unverified();

-- Sales of each day (office.md 4).

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

-- The sums of the tickets, which sales_day must equal.
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

-- Subscriptions to the newsletter.

create table newsletter_subscription (
  id integer generated always as identity primary key,
  email text not null,
  account_id integer unique references account on delete cascade,
  language text not null check (language in ('de', 'en')),
  receive_news_email boolean not null default false,
  receive_news_postal boolean not null default false,
  general boolean not null default false,
  concert_daily boolean not null default false,
  -- the address has answered its confirmation mail; nothing else is mailed before
  confirmed_at timestamptz,
  -- raising it makes every earlier link void
  generation integer not null default 1,
  created_at timestamptz not null default now(),
  -- wants nothing any more: the address of a subscriber who leaves is not kept for ever
  off_since timestamptz,
  email_key text not null generated always as (email_key(email)) stored
);
create index newsletter_subscription_words on newsletter_subscription using gin (fold_vector(email));
-- registration makes a row with everything off: the office lists only subscriptions that somebody asked for
create index newsletter_subscription_asked on newsletter_subscription (id)
  where account_id is null or receive_news_email or receive_news_postal or off_since is not null;
-- An account's subscription and one that the same address asked for by itself may stand side by side, until the account's
-- address is verified: before that, nobody knows that both are the same person's.
create unique index newsletter_subscription_email_key on newsletter_subscription (email_key) where account_id is null;
create index newsletter_subscription_address_key on newsletter_subscription (email_key);

-- Messages of the contact form, and their replies (office.md 8).

create table contact_message (
  id bigint generated always as identity primary key,
  email text not null,
  subject text not null,
  message text not null,
  language text not null,
  -- a second identical message within ten minutes is dropped
  fingerprint bytea not null,
  created_at timestamptz not null default now(),
  state text not null default 'new' check (state in ('new', 'answered', 'done'))
);
create index contact_message_fingerprint on contact_message (fingerprint, created_at);
create index contact_message_words on contact_message using gin (fold_vector(email));
-- answered messages are few among those that are done
create index contact_message_state on contact_message (state, id);
create index contact_message_email_key on contact_message (email_key(email));

create table message_reply (
  id integer primary key generated always as identity,
  message_id bigint not null references contact_message on delete cascade,
  staff_id integer references staff on delete set null,
  subject text not null,
  text text not null,
  created_at timestamptz not null default now()
);
create index message_reply_message on message_reply (message_id);
create index message_reply_staff on message_reply (staff_id) where staff_id is not null;

-- Mail to be sent and sent.

create table mail (
  id bigint generated always as identity primary key,
  kind text not null,
  recipient text not null,
  language text not null check (language in ('de', 'en')),
  -- ids of what it is about, never a token (api.md, Conventions)
  facts jsonb not null default '{}',
  -- one mail per event: a second one under the same key is not written
  event_key text not null unique,
  created_at timestamptz not null default now(),
  attempts integer not null default 0,
  sent_at timestamptz,
  last_error text,
  bounced_at timestamptz,
  -- had lost its reason before it was sent (the subscription ended): nothing went out
  dropped_at timestamptz,
  -- as it was sent last
  subject text,
  -- an order mail refused for good that somebody has dealt with
  handled_at timestamptz
);
create index mail_unsent on mail (created_at)
  where sent_at is null and bounced_at is null and dropped_at is null;
create index mail_of_order on mail (created_at) where kind = 'order-confirmation';
create index mail_of_others on mail (created_at) where kind <> 'order-confirmation';
create index mail_words on mail using gin (fold_vector(recipient));
create index mail_by_order on mail (((facts->>'orderId')::bigint)) where facts->>'orderId' is not null;
create index mail_by_checkout on mail (((facts->>'checkoutId')::bigint)) where facts->>'checkoutId' is not null;
create index mail_of_kind on mail (kind, id);
create index mail_refused on mail (id) where bounced_at is not null;
create index mail_dropped on mail (id) where dropped_at is not null;
create index mail_recipient_key on mail (email_key(recipient), id);

-- Outside production mails are kept instead of sent, for /dev/mail.
create table kept_mail (
  mail_id bigint primary key references mail on delete cascade,
  subject text not null,
  raw bytea not null,
  kept_at timestamptz not null default now()
);
alter table kept_mail alter column raw set storage external;

-- The audit log of the office (office.md 11).

create table audit_event (
  id bigint primary key generated always as identity,
  created_at timestamptz not null default now(),
  -- no foreign key: an entry never changes
  actor_id integer,
  -- of the person at that time; the system's user of the command line; 'schedule'
  actor_name text not null,
  actor_role text,
  command text not null,
  thing_kind text,
  thing_id text,
  thing_name text,
  before jsonb,
  after jsonb,
  request_id uuid,
  -- /24 or /48, for sign-ins and refusals only
  network text
);
create index audit_event_thing on audit_event (thing_kind, thing_id, id);
create index audit_event_thing_name on audit_event (thing_name, id);
create index audit_event_network on audit_event (network, created_at)
  where command in ('access:refused', 'staff:sign-in-failed');
create index audit_event_command on audit_event (command, id);
create index audit_event_actor on audit_event (actor_id, id);
create index audit_event_created on audit_event (created_at);

-- An entry never changes; it may be deleted when its time is over.
create function protect_audit_event() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and old.created_at < (case
      when old.command in ('staff:sign-in', 'staff:sign-in-failed', 'staff:sign-out', 'access:refused')
        then now() - interval '12 months'
      else date_trunc('year', now() at time zone 'Europe/Berlin') at time zone 'Europe/Berlin' - interval '8 years'
    end) then
    return old;
  end if;
  raise exception 'the audit log cannot be changed';
end $$;
create trigger audit_event_is_permanent before update or delete on audit_event
  for each row execute function protect_audit_event();
create trigger audit_event_is_not_truncated before truncate on audit_event
  for each statement execute function protect_audit_event();
-- also in sessions that replicate (session_replication_role = replica), which skip ordinary triggers
alter table audit_event enable always trigger audit_event_is_permanent;
alter table audit_event enable always trigger audit_event_is_not_truncated;

-- Shared by all processes: requests answered once, limits, jobs, checks, alarms, backups.

create table idempotent_request (
  key_hash bytea primary key,
  request_hash bytea not null,
  status integer,
  body text,
  headers jsonb,
  started_at timestamptz not null default now(),
  finished_at timestamptz,
  -- when the change was made, written with the change itself: a process that takes over a request whose process died
  -- knows that it has been done
  applied_at timestamptz,
  -- the process that handles the request, by the name of its connections: when none of them is left, it has died, and a
  -- repetition takes the request over at once
  claimed_by text
);
create index idempotent_request_age on idempotent_request (started_at);

create unlogged table rate_limit (
  bucket text primary key,
  window_ends_at timestamptz not null,
  hits integer not null
);
create index rate_limit_age on rate_limit (window_ends_at);

-- Which processes take jobs: a row lives as long as its process renews it. The jobs of one that has
-- died are given to others (server/platform/jobs/job-runner.ts).
create table job_worker (
  id text primary key,
  seen_at timestamptz not null default clock_timestamp()
);

-- The address of the running shop, for links that the command line prints.
create table shop_address (
  is_only boolean primary key default true check (is_only),
  public_url text not null
);

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

-- Base backups into BACKUP_DIR and verifications of the archive there (decision 8).
create table archive_run (
  id integer primary key generated always as identity,
  kind text not null check (kind in ('base-backup', 'verification')),
  started_at timestamptz not null default clock_timestamp(),
  -- null: in progress, or interrupted
  ended_at timestamptz,
  -- null: none
  failure text
);
