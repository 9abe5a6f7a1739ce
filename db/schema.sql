-- Written by `npm run schema` from the migrations; for reading, and for comparing in `npm run check`.

CREATE TABLE access_token (
  token_hash bytea NOT NULL,
  account_id integer NOT NULL,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  expires_at timestamp with time zone NOT NULL,
  last_used_at timestamp with time zone,
  CONSTRAINT access_token_pkey PRIMARY KEY (token_hash),
  CONSTRAINT access_token_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE
);
CREATE INDEX access_token_account ON public.access_token USING btree (account_id);
CREATE INDEX access_token_expiry ON public.access_token USING btree (expires_at);

CREATE TABLE account (
  id integer NOT NULL GENERATED ALWAYS AS IDENTITY,
  email text NOT NULL,
  first_name text NOT NULL,
  last_name text NOT NULL,
  password_hash text NOT NULL,
  language text NOT NULL,
  email_verified_at timestamp with time zone,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  password_changed_at timestamp with time zone,
  pending_email text,
  email_key text NOT NULL GENERATED ALWAYS AS (email_key(email)) STORED,
  pending_email_key text GENERATED ALWAYS AS (email_key(pending_email)) STORED,
  CONSTRAINT account_pkey PRIMARY KEY (id),
  CONSTRAINT account_language_check CHECK ((language = ANY (ARRAY['de'::text, 'en'::text])))
);
CREATE UNIQUE INDEX account_email_key ON public.account USING btree (email_key);
CREATE INDEX account_pending_email_key ON public.account USING btree (pending_email_key) WHERE (pending_email_key IS NOT NULL);
CREATE INDEX account_words ON public.account USING gin (fold_vector(((((first_name || ' '::text) || last_name) || ' '::text) || email)));

CREATE TABLE account_network (
  account_id integer NOT NULL,
  network bytea NOT NULL,
  signed_in_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT account_network_pkey PRIMARY KEY (account_id, network),
  CONSTRAINT account_network_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE
);

CREATE TABLE archive_run (
  id integer NOT NULL GENERATED ALWAYS AS IDENTITY,
  kind text NOT NULL,
  started_at timestamp with time zone NOT NULL DEFAULT clock_timestamp(),
  ended_at timestamp with time zone,
  failure text,
  CONSTRAINT archive_run_pkey PRIMARY KEY (id),
  CONSTRAINT archive_run_kind_check CHECK ((kind = ANY (ARRAY['base-backup'::text, 'verification'::text])))
);

CREATE TABLE audit_event (
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  actor_id integer,
  actor_name text NOT NULL,
  actor_role text,
  command text NOT NULL,
  thing_kind text,
  thing_id text,
  thing_name text,
  before jsonb,
  after jsonb,
  request_id uuid,
  network text,
  CONSTRAINT audit_event_pkey PRIMARY KEY (id)
);
CREATE INDEX audit_event_actor ON public.audit_event USING btree (actor_id, id);
CREATE INDEX audit_event_command ON public.audit_event USING btree (command, id);
CREATE INDEX audit_event_created ON public.audit_event USING btree (created_at);
CREATE INDEX audit_event_network ON public.audit_event USING btree (network, created_at) WHERE (command = ANY (ARRAY['access:refused'::text, 'staff:sign-in-failed'::text]));
CREATE INDEX audit_event_thing ON public.audit_event USING btree (thing_kind, thing_id, id);
CREATE INDEX audit_event_thing_name ON public.audit_event USING btree (thing_name, id);
CREATE TRIGGER audit_event_is_not_truncated BEFORE TRUNCATE ON public.audit_event FOR EACH STATEMENT EXECUTE FUNCTION protect_audit_event();
CREATE TRIGGER audit_event_is_permanent BEFORE DELETE OR UPDATE ON public.audit_event FOR EACH ROW EXECUTE FUNCTION protect_audit_event();

CREATE TABLE cart (
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  session_id uuid NOT NULL,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  expires_at timestamp with time zone NOT NULL,
  release_at timestamp with time zone NOT NULL,
  renewals integer NOT NULL DEFAULT 0,
  payment_extended_at timestamp with time zone,
  delivery_method text,
  ended_at timestamp with time zone,
  first_hold_at timestamp with time zone,
  network text,
  larger_network text,
  CONSTRAINT cart_pkey PRIMARY KEY (id),
  CONSTRAINT cart_check CHECK ((release_at >= expires_at)),
  CONSTRAINT cart_delivery_method_check CHECK ((delivery_method = ANY (ARRAY['boxoffice'::text, 'onlineticket'::text, 'postal'::text]))),
  CONSTRAINT cart_renewals_check CHECK (((renewals >= 0) AND (renewals <= 10)))
) WITH (fillfactor=70);
CREATE INDEX cart_by_release ON public.cart USING btree (release_at) WHERE (ended_at IS NULL);
CREATE INDEX cart_never_frozen ON public.cart USING btree (release_at) WHERE (payment_extended_at IS NULL);
CREATE INDEX cart_of_larger_network ON public.cart USING btree (larger_network, release_at) WHERE (larger_network IS NOT NULL);
CREATE INDEX cart_of_network ON public.cart USING btree (network, release_at) WHERE (network IS NOT NULL);
CREATE UNIQUE INDEX cart_of_session ON public.cart USING btree (session_id) WHERE (ended_at IS NULL);

CREATE TABLE check_result (
  name text NOT NULL,
  checked_at timestamp with time zone NOT NULL,
  violations integer NOT NULL,
  violated_since timestamp with time zone,
  CONSTRAINT check_result_pkey PRIMARY KEY (name),
  CONSTRAINT check_result_check CHECK (((violations > 0) = (violated_since IS NOT NULL))),
  CONSTRAINT check_result_violations_check CHECK ((violations >= 0))
);

CREATE TABLE checkout (
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  cart_id bigint NOT NULL,
  session_id uuid NOT NULL,
  account_id integer,
  language text NOT NULL,
  fingerprint text NOT NULL,
  amount_cents integer NOT NULL,
  delivery_method text NOT NULL,
  delivery_cents integer NOT NULL,
  details jsonb NOT NULL,
  terms_version text NOT NULL,
  intent_id text,
  client_secret text,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  closed_at timestamp with time zone,
  settled_at timestamp with time zone,
  checked_at timestamp with time zone,
  provider_session text,
  is_processing boolean NOT NULL DEFAULT false,
  CONSTRAINT checkout_pkey PRIMARY KEY (id),
  CONSTRAINT checkout_intent_id_key UNIQUE (intent_id),
  CONSTRAINT checkout_provider_session_key UNIQUE (provider_session),
  CONSTRAINT checkout_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE SET NULL,
  CONSTRAINT checkout_cart_id_fkey FOREIGN KEY (cart_id) REFERENCES cart(id),
  CONSTRAINT checkout_amount_cents_check CHECK (((amount_cents = 0) OR (amount_cents >= 50))),
  CONSTRAINT checkout_delivery_cents_check CHECK ((delivery_cents >= 0)),
  CONSTRAINT checkout_delivery_method_check CHECK ((delivery_method = ANY (ARRAY['boxoffice'::text, 'onlineticket'::text, 'postal'::text]))),
  CONSTRAINT checkout_language_check CHECK ((language = ANY (ARRAY['de'::text, 'en'::text])))
);
CREATE INDEX checkout_email_key ON public.checkout USING btree (email_key((details ->> 'email'::text)));
CREATE INDEX checkout_free ON public.checkout USING btree (id) WHERE (amount_cents = 0);
CREATE INDEX checkout_of_account ON public.checkout USING btree (account_id) WHERE (account_id IS NOT NULL);
CREATE INDEX checkout_of_cart ON public.checkout USING btree (cart_id);
CREATE INDEX checkout_of_session ON public.checkout USING btree (session_id);
CREATE UNIQUE INDEX checkout_open_of_cart ON public.checkout USING btree (cart_id) WHERE ((closed_at IS NULL) AND (settled_at IS NULL));
CREATE INDEX checkout_unpaid ON public.checkout USING btree (closed_at) WHERE (settled_at IS NULL);
CREATE INDEX checkout_with_buyer ON public.checkout USING btree (settled_at) WHERE ((settled_at IS NOT NULL) AND ((details ->> 'last_name'::text) <> '–'::text));
CREATE TRIGGER checkout_settled AFTER UPDATE OF settled_at ON public.checkout FOR EACH ROW WHEN ((new.settled_at IS DISTINCT FROM old.settled_at)) EXECUTE FUNCTION add_unverified();

CREATE TABLE checkout_line (
  checkout_id bigint NOT NULL,
  ticket_type_id integer NOT NULL,
  product_id integer NOT NULL,
  quantity integer NOT NULL,
  price_cents integer NOT NULL,
  CONSTRAINT checkout_line_pkey PRIMARY KEY (checkout_id, ticket_type_id),
  CONSTRAINT checkout_line_checkout_id_fkey FOREIGN KEY (checkout_id) REFERENCES checkout(id) ON DELETE CASCADE,
  CONSTRAINT checkout_line_product_id_fkey FOREIGN KEY (product_id) REFERENCES product(id),
  CONSTRAINT checkout_line_ticket_type_id_fkey FOREIGN KEY (ticket_type_id) REFERENCES ticket_type(id),
  CONSTRAINT checkout_line_price_cents_check CHECK ((price_cents >= 0)),
  CONSTRAINT checkout_line_quantity_check CHECK ((quantity > 0))
);

CREATE TABLE composer (
  id integer NOT NULL GENERATED ALWAYS AS IDENTITY,
  slug text NOT NULL,
  full_name text NOT NULL,
  born integer,
  died integer,
  CONSTRAINT composer_pkey PRIMARY KEY (id),
  CONSTRAINT composer_slug_key UNIQUE (slug),
  CONSTRAINT composer_check CHECK (((died IS NULL) OR (born IS NULL) OR (died > born)))
);

CREATE TABLE concert (
  id integer NOT NULL GENERATED ALWAYS AS IDENTITY,
  slug text NOT NULL,
  starts_at timestamp with time zone NOT NULL,
  duration_minutes integer,
  venue_id integer NOT NULL,
  title_de text NOT NULL,
  title_en text NOT NULL,
  subtitle_de text NOT NULL,
  subtitle_en text NOT NULL,
  introduction_de text NOT NULL,
  introduction_en text NOT NULL,
  onsale boolean NOT NULL,
  is_academy boolean NOT NULL,
  is_long_night boolean NOT NULL,
  light_key text,
  published_at timestamp with time zone DEFAULT now(),
  updated_at timestamp with time zone NOT NULL DEFAULT now(),
  has_box_office_tickets boolean NOT NULL DEFAULT false,
  first_published_at timestamp with time zone,
  on_sale_from timestamp with time zone,
  on_sale_until timestamp with time zone,
  cover jsonb,
  cancelled_at timestamp with time zone,
  cancel_reason jsonb,
  postponed_from timestamp with time zone,
  moves integer NOT NULL DEFAULT 0,
  CONSTRAINT concert_pkey PRIMARY KEY (id),
  CONSTRAINT concert_slug_key UNIQUE (slug),
  CONSTRAINT concert_venue_id_fkey FOREIGN KEY (venue_id) REFERENCES venue(id),
  CONSTRAINT concert_duration_minutes_check CHECK ((duration_minutes > 0))
);
CREATE INDEX concert_by_date ON public.concert USING btree (starts_at, id);
CREATE INDEX concert_planned ON public.concert USING btree (LEAST(on_sale_from, on_sale_until)) WHERE ((on_sale_from IS NOT NULL) OR (on_sale_until IS NOT NULL));
CREATE TRIGGER concert_cancelled BEFORE INSERT OR UPDATE ON public.concert FOR EACH ROW WHEN ((new.cancelled_at IS NOT NULL)) EXECUTE FUNCTION keep_off_sale();

CREATE TABLE concert_note (
  id integer NOT NULL GENERATED ALWAYS AS IDENTITY,
  concert_id integer NOT NULL,
  position integer NOT NULL,
  info_type text NOT NULL,
  text_de text NOT NULL,
  text_en text NOT NULL,
  CONSTRAINT concert_note_pkey PRIMARY KEY (id),
  CONSTRAINT concert_note_concert_id_position_key UNIQUE (concert_id, "position"),
  CONSTRAINT concert_note_concert_id_fkey FOREIGN KEY (concert_id) REFERENCES concert(id) ON DELETE CASCADE,
  CONSTRAINT concert_note_info_type_check CHECK ((info_type = ANY (ARRAY['GENERAL'::text, 'GENERAL_DETAILPAGE_ONLY'::text, 'GENERAL_OVERVIEW_ONLY'::text])))
);

CREATE TABLE concert_version (
  concert_id integer NOT NULL,
  number integer NOT NULL,
  document json NOT NULL,
  saved_at timestamp with time zone NOT NULL DEFAULT clock_timestamp(),
  saved_by text,
  source text NOT NULL,
  CONSTRAINT concert_version_pkey PRIMARY KEY (concert_id, number),
  CONSTRAINT concert_version_concert_id_fkey FOREIGN KEY (concert_id) REFERENCES concert(id) ON DELETE CASCADE,
  CONSTRAINT concert_version_number_check CHECK ((number > 0)),
  CONSTRAINT concert_version_source_check CHECK ((source = ANY (ARRAY['office'::text, 'load'::text, 'import'::text])))
);

CREATE TABLE contact_message (
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  email text NOT NULL,
  subject text NOT NULL,
  message text NOT NULL,
  language text NOT NULL,
  fingerprint bytea NOT NULL,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  state text NOT NULL DEFAULT 'new'::text,
  CONSTRAINT contact_message_pkey PRIMARY KEY (id),
  CONSTRAINT contact_message_state_check CHECK ((state = ANY (ARRAY['new'::text, 'answered'::text, 'done'::text])))
);
CREATE INDEX contact_message_email_key ON public.contact_message USING btree (email_key(email));
CREATE INDEX contact_message_fingerprint ON public.contact_message USING btree (fingerprint, created_at);
CREATE INDEX contact_message_state ON public.contact_message USING btree (state, id);
CREATE INDEX contact_message_words ON public.contact_message USING gin (fold_vector(email));

CREATE TABLE cover_image (
  name text NOT NULL,
  width integer NOT NULL,
  height integer NOT NULL,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT cover_image_pkey PRIMARY KEY (name),
  CONSTRAINT cover_image_height_check CHECK ((height > 0)),
  CONSTRAINT cover_image_name_check CHECK ((name ~ '^[0-9a-f]{32}$'::text)),
  CONSTRAINT cover_image_width_check CHECK ((width > 0))
);

CREATE TABLE cover_image_file (
  file text NOT NULL,
  cover_image text NOT NULL,
  bytes bytea NOT NULL,
  CONSTRAINT cover_image_file_pkey PRIMARY KEY (file),
  CONSTRAINT cover_image_file_cover_image_fkey FOREIGN KEY (cover_image) REFERENCES cover_image(name)
);
CREATE INDEX cover_image_file_of ON public.cover_image_file USING btree (cover_image);

CREATE TABLE delivery_details (
  id integer NOT NULL GENERATED ALWAYS AS IDENTITY,
  account_id integer,
  cart_id bigint,
  first_name text NOT NULL,
  last_name text NOT NULL,
  email text,
  street text NOT NULL,
  zip text NOT NULL,
  city text NOT NULL,
  country_id integer NOT NULL,
  updated_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT delivery_details_pkey PRIMARY KEY (id),
  CONSTRAINT delivery_details_account_id_key UNIQUE (account_id),
  CONSTRAINT delivery_details_cart_id_key UNIQUE (cart_id),
  CONSTRAINT delivery_details_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE,
  CONSTRAINT delivery_details_cart_id_fkey FOREIGN KEY (cart_id) REFERENCES cart(id) ON DELETE CASCADE,
  CONSTRAINT delivery_details_check CHECK (((account_id IS NULL) <> (cart_id IS NULL)))
);

CREATE TABLE dispute (
  id text NOT NULL,
  intent_id text NOT NULL,
  amount_cents integer NOT NULL,
  reason text NOT NULL,
  status text NOT NULL,
  opened_at timestamp with time zone NOT NULL DEFAULT now(),
  closed_at timestamp with time zone,
  CONSTRAINT dispute_pkey PRIMARY KEY (id)
);
CREATE INDEX dispute_lost ON public.dispute USING btree (intent_id) WHERE (status = 'lost'::text);
CREATE INDEX dispute_of_intent ON public.dispute USING btree (intent_id);
CREATE TRIGGER dispute_changed AFTER INSERT OR UPDATE OF status ON public.dispute FOR EACH ROW WHEN ((current_setting('festival.restores'::text, true) IS DISTINCT FROM 'on'::text)) EXECUTE FUNCTION add_unverified();

CREATE TABLE document (
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  order_id bigint NOT NULL,
  kind text NOT NULL,
  ticket_id bigint,
  invoice_id bigint,
  bytes bytea NOT NULL,
  made_at timestamp with time zone NOT NULL DEFAULT now(),
  tax_treatment text,
  moves integer NOT NULL DEFAULT 0,
  CONSTRAINT document_pkey PRIMARY KEY (id),
  CONSTRAINT document_invoice_id_fkey FOREIGN KEY (invoice_id) REFERENCES invoice(id),
  CONSTRAINT document_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders(id),
  CONSTRAINT document_ticket_id_fkey FOREIGN KEY (ticket_id) REFERENCES ticket(id),
  CONSTRAINT document_kind_check CHECK ((kind = ANY (ARRAY['invoice'::text, 'ticket'::text, 'confirmation'::text, 'cancellation'::text]))),
  CONSTRAINT document_tax_treatment_check CHECK ((tax_treatment = ANY (ARRAY['exempt'::text, 'reduced'::text, 'small-business'::text])))
);
CREATE UNIQUE INDEX document_of_invoice ON public.document USING btree (invoice_id) WHERE (kind = 'cancellation'::text);
CREATE INDEX document_of_order ON public.document USING btree (order_id);
CREATE UNIQUE INDEX document_of_ticket ON public.document USING btree (ticket_id, moves);
CREATE UNIQUE INDEX document_once ON public.document USING btree (order_id, kind) WHERE (kind = ANY (ARRAY['invoice'::text, 'confirmation'::text]));
CREATE TRIGGER document_unchangeable BEFORE UPDATE ON public.document FOR EACH ROW EXECUTE FUNCTION refuse_change();

CREATE TABLE donation (
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  order_id bigint NOT NULL,
  run_id integer NOT NULL,
  amount_cents integer NOT NULL,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT donation_pkey PRIMARY KEY (id),
  CONSTRAINT donation_order_id_run_id_key UNIQUE (order_id, run_id),
  CONSTRAINT donation_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders(id),
  CONSTRAINT donation_run_id_fkey FOREIGN KEY (run_id) REFERENCES run(id),
  CONSTRAINT donation_amount_cents_check CHECK ((amount_cents > 0))
);
CREATE INDEX donation_of_run ON public.donation USING btree (run_id);

CREATE TABLE door_device (
  id integer NOT NULL GENERATED ALWAYS AS IDENTITY,
  pairing_id integer NOT NULL,
  token_hash bytea NOT NULL,
  name text NOT NULL,
  entrance text,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  valid_until timestamp with time zone NOT NULL,
  seen_at timestamp with time zone NOT NULL DEFAULT now(),
  acked integer NOT NULL DEFAULT 0,
  left_at timestamp with time zone,
  revoked_at timestamp with time zone,
  CONSTRAINT door_device_pkey PRIMARY KEY (id),
  CONSTRAINT door_device_token_hash_key UNIQUE (token_hash),
  CONSTRAINT door_device_pairing_id_fkey FOREIGN KEY (pairing_id) REFERENCES door_pairing(id)
);
CREATE INDEX door_device_pairing ON public.door_device USING btree (pairing_id);

CREATE TABLE door_event (
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  device_id integer NOT NULL,
  n integer NOT NULL,
  kind text NOT NULL,
  concert_id integer NOT NULL,
  details jsonb NOT NULL,
  ticket_id bigint GENERATED ALWAYS AS (((details ->> 'ticket_id'::text))::bigint) STORED,
  made_at timestamp with time zone NOT NULL,
  offset_ms bigint NOT NULL,
  received_at timestamp with time zone NOT NULL,
  happened_at timestamp with time zone NOT NULL,
  is_clock_wrong boolean NOT NULL,
  xid xid8 NOT NULL DEFAULT pg_current_xact_id(),
  CONSTRAINT door_event_pkey PRIMARY KEY (id),
  CONSTRAINT door_event_device_id_n_key UNIQUE (device_id, n),
  CONSTRAINT door_event_device_id_fkey FOREIGN KEY (device_id) REFERENCES door_device(id),
  CONSTRAINT door_event_kind_check CHECK ((kind = ANY (ARRAY['admit'::text, 'override'::text, 'refuse'::text, 'undo'::text])))
);
CREATE INDEX door_event_news ON public.door_event USING btree (concert_id, xid, id);
CREATE INDEX door_event_received ON public.door_event USING btree (received_at);
CREATE INDEX door_event_ticket ON public.door_event USING btree (ticket_id) WHERE (ticket_id IS NOT NULL);
CREATE TRIGGER door_event_unchangeable BEFORE UPDATE ON public.door_event FOR EACH ROW EXECUTE FUNCTION refuse_change();

CREATE TABLE door_pairing (
  id integer NOT NULL GENERATED ALWAYS AS IDENTITY,
  code_hash bytea NOT NULL,
  concert_ids integer[] NOT NULL,
  label text,
  devices integer NOT NULL,
  valid_hours integer NOT NULL,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  redeem_until timestamp with time zone NOT NULL,
  revoked_at timestamp with time zone,
  CONSTRAINT door_pairing_pkey PRIMARY KEY (id),
  CONSTRAINT door_pairing_code_hash_key UNIQUE (code_hash),
  CONSTRAINT door_pairing_concert_ids_check CHECK ((cardinality(concert_ids) > 0)),
  CONSTRAINT door_pairing_devices_check CHECK (((devices >= 1) AND (devices <= 30))),
  CONSTRAINT door_pairing_valid_hours_check CHECK (((valid_hours >= 1) AND (valid_hours <= 36)))
);

CREATE TABLE door_report (
  concert_id integer NOT NULL,
  made_at timestamp with time zone NOT NULL,
  report jsonb NOT NULL,
  CONSTRAINT door_report_pkey PRIMARY KEY (concert_id)
);

CREATE TABLE email_change (
  id integer NOT NULL GENERATED ALWAYS AS IDENTITY,
  account_id integer NOT NULL,
  old_email text NOT NULL,
  old_verified_at timestamp with time zone,
  changed_at timestamp with time zone NOT NULL DEFAULT now(),
  undone_at timestamp with time zone,
  CONSTRAINT email_change_pkey PRIMARY KEY (id),
  CONSTRAINT email_change_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE
);
CREATE INDEX email_change_account ON public.email_change USING btree (account_id);
CREATE INDEX email_change_old_email_key ON public.email_change USING btree (email_key(old_email));

CREATE TABLE festival (
  id integer NOT NULL DEFAULT 1,
  content jsonb NOT NULL,
  updated_at timestamp with time zone NOT NULL DEFAULT now(),
  notice jsonb,
  CONSTRAINT festival_pkey PRIMARY KEY (id),
  CONSTRAINT festival_id_check CHECK ((id = 1))
);

CREATE TABLE hold (
  cart_id bigint NOT NULL,
  ticket_type_id integer NOT NULL,
  product_id integer NOT NULL,
  quantity integer NOT NULL,
  added_at timestamp with time zone NOT NULL DEFAULT clock_timestamp(),
  CONSTRAINT hold_pkey PRIMARY KEY (cart_id, ticket_type_id),
  CONSTRAINT hold_cart_id_fkey FOREIGN KEY (cart_id) REFERENCES cart(id) ON DELETE CASCADE,
  CONSTRAINT hold_product_id_fkey FOREIGN KEY (product_id) REFERENCES product(id),
  CONSTRAINT hold_ticket_type_id_fkey FOREIGN KEY (ticket_type_id) REFERENCES ticket_type(id),
  CONSTRAINT hold_quantity_check CHECK ((quantity > 0))
);
CREATE INDEX hold_of_product ON public.hold USING btree (product_id);

CREATE TABLE holder_message (
  id integer NOT NULL GENERATED ALWAYS AS IDENTITY,
  concert_id integer NOT NULL,
  content jsonb NOT NULL,
  recipients text NOT NULL,
  tested_at timestamp with time zone NOT NULL DEFAULT now(),
  run_id integer,
  CONSTRAINT holder_message_pkey PRIMARY KEY (id),
  CONSTRAINT holder_message_concert_id_fkey FOREIGN KEY (concert_id) REFERENCES concert(id) ON DELETE CASCADE,
  CONSTRAINT holder_message_run_id_fkey FOREIGN KEY (run_id) REFERENCES run(id)
);
CREATE INDEX holder_message_of_concert ON public.holder_message USING btree (concert_id);

CREATE TABLE idempotent_request (
  key_hash bytea NOT NULL,
  request_hash bytea NOT NULL,
  status integer,
  body text,
  headers jsonb,
  started_at timestamp with time zone NOT NULL DEFAULT now(),
  finished_at timestamp with time zone,
  applied_at timestamp with time zone,
  claimed_by text,
  CONSTRAINT idempotent_request_pkey PRIMARY KEY (key_hash)
);
CREATE INDEX idempotent_request_age ON public.idempotent_request USING btree (started_at);

CREATE TABLE instrument (
  id integer NOT NULL GENERATED ALWAYS AS IDENTITY,
  slug text NOT NULL,
  name_de text NOT NULL,
  name_en text NOT NULL,
  CONSTRAINT instrument_pkey PRIMARY KEY (id),
  CONSTRAINT instrument_slug_key UNIQUE (slug)
);

CREATE TABLE invoice (
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  order_id bigint NOT NULL,
  series text NOT NULL,
  year integer NOT NULL,
  number integer NOT NULL,
  amount_cents integer NOT NULL,
  refund_id bigint,
  issued_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT invoice_pkey PRIMARY KEY (id),
  CONSTRAINT invoice_refund_id_key UNIQUE (refund_id),
  CONSTRAINT invoice_series_year_number_key UNIQUE (series, year, number),
  CONSTRAINT invoice_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders(id),
  CONSTRAINT invoice_refund_id_fkey FOREIGN KEY (refund_id) REFERENCES refund(id),
  CONSTRAINT invoice_series_check CHECK ((series = ANY (ARRAY['invoice'::text, 'cancellation'::text])))
);
CREATE INDEX invoice_cancellations ON public.invoice USING btree (issued_at) WHERE (series = 'cancellation'::text);
CREATE INDEX invoice_journal ON public.invoice USING btree (issued_at, id) INCLUDE (series, amount_cents);
CREATE INDEX invoice_of_order ON public.invoice USING btree (order_id);
CREATE UNIQUE INDEX invoice_once ON public.invoice USING btree (order_id) WHERE (series = 'invoice'::text);
CREATE TRIGGER invoice_unchangeable BEFORE DELETE OR UPDATE ON public.invoice FOR EACH ROW EXECUTE FUNCTION refuse_change();

CREATE TABLE invoice_counter (
  series text NOT NULL,
  year integer NOT NULL,
  last integer NOT NULL,
  CONSTRAINT invoice_counter_pkey PRIMARY KEY (series, year),
  CONSTRAINT invoice_counter_series_check CHECK ((series = ANY (ARRAY['invoice'::text, 'cancellation'::text])))
);

CREATE TABLE job_worker (
  id text NOT NULL,
  seen_at timestamp with time zone NOT NULL DEFAULT clock_timestamp(),
  CONSTRAINT job_worker_pkey PRIMARY KEY (id)
);

CREATE TABLE kept_entries (
  browser_hash bytea NOT NULL,
  staff_id integer NOT NULL,
  path text NOT NULL,
  entries jsonb NOT NULL,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT kept_entries_pkey PRIMARY KEY (browser_hash, path),
  CONSTRAINT kept_entries_staff_id_fkey FOREIGN KEY (staff_id) REFERENCES staff(id) ON DELETE CASCADE
);
CREATE INDEX kept_entries_created ON public.kept_entries USING btree (created_at);
CREATE INDEX kept_entries_staff ON public.kept_entries USING btree (staff_id);

CREATE TABLE kept_mail (
  mail_id bigint NOT NULL,
  subject text NOT NULL,
  raw bytea NOT NULL,
  kept_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT kept_mail_pkey PRIMARY KEY (mail_id),
  CONSTRAINT kept_mail_mail_id_fkey FOREIGN KEY (mail_id) REFERENCES mail(id) ON DELETE CASCADE
);

CREATE TABLE mail (
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  kind text NOT NULL,
  recipient text NOT NULL,
  language text NOT NULL,
  facts jsonb NOT NULL DEFAULT '{}'::jsonb,
  event_key text NOT NULL,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  attempts integer NOT NULL DEFAULT 0,
  sent_at timestamp with time zone,
  last_error text,
  bounced_at timestamp with time zone,
  dropped_at timestamp with time zone,
  subject text,
  handled_at timestamp with time zone,
  CONSTRAINT mail_pkey PRIMARY KEY (id),
  CONSTRAINT mail_event_key_key UNIQUE (event_key),
  CONSTRAINT mail_language_check CHECK ((language = ANY (ARRAY['de'::text, 'en'::text])))
);
CREATE INDEX mail_by_checkout ON public.mail USING btree ((((facts ->> 'checkoutId'::text))::bigint)) WHERE ((facts ->> 'checkoutId'::text) IS NOT NULL);
CREATE INDEX mail_by_order ON public.mail USING btree ((((facts ->> 'orderId'::text))::bigint)) WHERE ((facts ->> 'orderId'::text) IS NOT NULL);
CREATE INDEX mail_dropped ON public.mail USING btree (id) WHERE (dropped_at IS NOT NULL);
CREATE INDEX mail_of_kind ON public.mail USING btree (kind, id);
CREATE INDEX mail_of_order ON public.mail USING btree (created_at) WHERE (kind = 'order-confirmation'::text);
CREATE INDEX mail_of_others ON public.mail USING btree (created_at) WHERE (kind <> 'order-confirmation'::text);
CREATE INDEX mail_recipient_key ON public.mail USING btree (email_key(recipient), id);
CREATE INDEX mail_refused ON public.mail USING btree (id) WHERE (bounced_at IS NOT NULL);
CREATE INDEX mail_unsent ON public.mail USING btree (created_at) WHERE ((sent_at IS NULL) AND (bounced_at IS NULL) AND (dropped_at IS NULL));
CREATE INDEX mail_words ON public.mail USING gin (fold_vector(recipient));

CREATE TABLE message_reply (
  id integer NOT NULL GENERATED ALWAYS AS IDENTITY,
  message_id bigint NOT NULL,
  staff_id integer,
  subject text NOT NULL,
  text text NOT NULL,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT message_reply_pkey PRIMARY KEY (id),
  CONSTRAINT message_reply_message_id_fkey FOREIGN KEY (message_id) REFERENCES contact_message(id) ON DELETE CASCADE,
  CONSTRAINT message_reply_staff_id_fkey FOREIGN KEY (staff_id) REFERENCES staff(id) ON DELETE SET NULL
);
CREATE INDEX message_reply_message ON public.message_reply USING btree (message_id);
CREATE INDEX message_reply_staff ON public.message_reply USING btree (staff_id) WHERE (staff_id IS NOT NULL);

CREATE TABLE movement (
  id integer NOT NULL GENERATED ALWAYS AS IDENTITY,
  piece_id integer NOT NULL,
  position integer NOT NULL,
  title text NOT NULL,
  lang text NOT NULL,
  CONSTRAINT movement_pkey PRIMARY KEY (id),
  CONSTRAINT movement_piece_id_position_key UNIQUE (piece_id, "position"),
  CONSTRAINT movement_piece_id_fkey FOREIGN KEY (piece_id) REFERENCES piece(id) ON DELETE CASCADE
);

CREATE TABLE musician (
  id integer NOT NULL GENERATED ALWAYS AS IDENTITY,
  full_name text NOT NULL,
  CONSTRAINT musician_pkey PRIMARY KEY (id),
  CONSTRAINT musician_full_name_key UNIQUE (full_name)
);

CREATE TABLE newsletter_subscription (
  id integer NOT NULL GENERATED ALWAYS AS IDENTITY,
  email text NOT NULL,
  account_id integer,
  language text NOT NULL,
  receive_news_email boolean NOT NULL DEFAULT false,
  receive_news_postal boolean NOT NULL DEFAULT false,
  general boolean NOT NULL DEFAULT false,
  concert_daily boolean NOT NULL DEFAULT false,
  confirmed_at timestamp with time zone,
  generation integer NOT NULL DEFAULT 1,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  off_since timestamp with time zone,
  email_key text NOT NULL GENERATED ALWAYS AS (email_key(email)) STORED,
  CONSTRAINT newsletter_subscription_pkey PRIMARY KEY (id),
  CONSTRAINT newsletter_subscription_account_id_key UNIQUE (account_id),
  CONSTRAINT newsletter_subscription_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE,
  CONSTRAINT newsletter_subscription_language_check CHECK ((language = ANY (ARRAY['de'::text, 'en'::text])))
);
CREATE INDEX newsletter_subscription_address_key ON public.newsletter_subscription USING btree (email_key);
CREATE INDEX newsletter_subscription_asked ON public.newsletter_subscription USING btree (id) WHERE ((account_id IS NULL) OR receive_news_email OR receive_news_postal OR (off_since IS NOT NULL));
CREATE UNIQUE INDEX newsletter_subscription_email_key ON public.newsletter_subscription USING btree (email_key) WHERE (account_id IS NULL);
CREATE INDEX newsletter_subscription_words ON public.newsletter_subscription USING gin (fold_vector(email));

CREATE TABLE office_alarm (
  condition text NOT NULL,
  sent_at timestamp with time zone NOT NULL,
  CONSTRAINT office_alarm_pkey PRIMARY KEY (condition)
);

CREATE TABLE one_time_token (
  token_hash bytea NOT NULL,
  account_id integer NOT NULL,
  purpose text NOT NULL,
  email text NOT NULL,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  expires_at timestamp with time zone NOT NULL,
  used_at timestamp with time zone,
  CONSTRAINT one_time_token_pkey PRIMARY KEY (token_hash),
  CONSTRAINT one_time_token_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE,
  CONSTRAINT one_time_token_purpose_check CHECK ((purpose = ANY (ARRAY['reset'::text, 'verify'::text])))
);
CREATE INDEX one_time_token_account ON public.one_time_token USING btree (account_id);

CREATE TABLE order_contact (
  order_id bigint NOT NULL,
  name text NOT NULL,
  email text,
  language text NOT NULL,
  door_note text,
  changed_at timestamp with time zone NOT NULL DEFAULT now(),
  post_name text,
  street text,
  zip text,
  city text,
  delivery_changed_at timestamp with time zone,
  CONSTRAINT order_contact_pkey PRIMARY KEY (order_id),
  CONSTRAINT order_contact_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders(id) ON DELETE CASCADE,
  CONSTRAINT order_contact_language_check CHECK ((language = ANY (ARRAY['de'::text, 'en'::text])))
);
CREATE INDEX order_contact_email_key ON public.order_contact USING btree (email_key(email));

CREATE TABLE order_note (
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  order_id bigint NOT NULL,
  staff_id integer,
  author_name text NOT NULL,
  text text NOT NULL,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  command text,
  CONSTRAINT order_note_pkey PRIMARY KEY (id),
  CONSTRAINT order_note_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders(id) ON DELETE CASCADE,
  CONSTRAINT order_note_staff_id_fkey FOREIGN KEY (staff_id) REFERENCES staff(id) ON DELETE SET NULL
);
CREATE INDEX order_note_order ON public.order_note USING btree (order_id, id);
CREATE INDEX order_note_staff ON public.order_note USING btree (staff_id);

CREATE TABLE orders (
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  checkout_id bigint NOT NULL,
  order_no text NOT NULL,
  account_id integer,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  cancelled_at timestamp with time zone,
  origin text NOT NULL DEFAULT 'shop'::text,
  search tsvector NOT NULL DEFAULT ''::tsvector,
  post_since timestamp with time zone,
  posted_at timestamp with time zone,
  complimentary_reason text,
  card_brand text,
  card_last4 text,
  tickets_decided_at timestamp with time zone,
  link_generation smallint NOT NULL DEFAULT 1,
  sold_concerts jsonb,
  CONSTRAINT orders_pkey PRIMARY KEY (id),
  CONSTRAINT orders_checkout_id_key UNIQUE (checkout_id),
  CONSTRAINT orders_order_no_key UNIQUE (order_no),
  CONSTRAINT orders_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE SET NULL,
  CONSTRAINT orders_checkout_id_fkey FOREIGN KEY (checkout_id) REFERENCES checkout(id),
  CONSTRAINT orders_complimentary CHECK (((origin = 'complimentary'::text) = (complimentary_reason IS NOT NULL))),
  CONSTRAINT orders_complimentary_reason_check CHECK ((complimentary_reason = ANY (ARRAY['press'::text, 'performers'::text, 'sponsors'::text, 'goodwill'::text, 'other'::text]))),
  CONSTRAINT orders_origin_check CHECK ((origin = ANY (ARRAY['shop'::text, 'telephone'::text, 'complimentary'::text])))
);
CREATE INDEX orders_by_date ON public.orders USING btree (created_at, id);
CREATE INDEX orders_by_post ON public.orders USING btree (created_at, id) WHERE (post_since IS NOT NULL);
CREATE INDEX orders_cancelled ON public.orders USING btree (created_at, id) WHERE (cancelled_at IS NOT NULL);
CREATE INDEX orders_of_account ON public.orders USING btree (account_id, id DESC) WHERE (account_id IS NOT NULL);
CREATE INDEX orders_of_other_origin ON public.orders USING btree (origin, created_at, id) WHERE (origin <> 'shop'::text);
CREATE INDEX orders_to_post ON public.orders USING btree (post_since, id) WHERE ((post_since IS NOT NULL) AND (posted_at IS NULL) AND (cancelled_at IS NULL));
CREATE INDEX orders_words ON public.orders USING gin (search);
CREATE TRIGGER order_created AFTER INSERT ON public.orders FOR EACH ROW WHEN ((current_setting('festival.restores'::text, true) IS DISTINCT FROM 'on'::text)) EXECUTE FUNCTION add_unverified();
CREATE TRIGGER order_moved AFTER UPDATE OF created_at, origin ON public.orders FOR EACH ROW WHEN (((old.created_at IS DISTINCT FROM new.created_at) OR (old.origin IS DISTINCT FROM new.origin))) EXECUTE FUNCTION move_sales();

CREATE TABLE payment_event (
  id text NOT NULL,
  type text NOT NULL,
  object_id text,
  received_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT payment_event_pkey PRIMARY KEY (id)
);
CREATE INDEX payment_event_by_date ON public.payment_event USING btree (received_at);
CREATE INDEX payment_event_of_object ON public.payment_event USING btree (object_id);

CREATE TABLE piece (
  id integer NOT NULL GENERATED ALWAYS AS IDENTITY,
  concert_id integer NOT NULL,
  position integer NOT NULL,
  composer_id integer NOT NULL,
  title_de text NOT NULL,
  title_en text NOT NULL,
  opus text,
  tonality text,
  catalogue_no text,
  interval_after boolean NOT NULL DEFAULT false,
  venue_id integer,
  CONSTRAINT piece_pkey PRIMARY KEY (id),
  CONSTRAINT piece_concert_id_position_key UNIQUE (concert_id, "position"),
  CONSTRAINT piece_composer_id_fkey FOREIGN KEY (composer_id) REFERENCES composer(id),
  CONSTRAINT piece_concert_id_fkey FOREIGN KEY (concert_id) REFERENCES concert(id) ON DELETE CASCADE,
  CONSTRAINT piece_venue_id_fkey FOREIGN KEY (venue_id) REFERENCES venue(id)
);

CREATE TABLE piece_musician (
  piece_id integer NOT NULL,
  position integer NOT NULL,
  musician_id integer NOT NULL,
  instrument_de text NOT NULL,
  instrument_en text NOT NULL,
  full_name_en text,
  CONSTRAINT piece_musician_pkey PRIMARY KEY (piece_id, "position"),
  CONSTRAINT piece_musician_musician_id_fkey FOREIGN KEY (musician_id) REFERENCES musician(id),
  CONSTRAINT piece_musician_piece_id_fkey FOREIGN KEY (piece_id) REFERENCES piece(id) ON DELETE CASCADE
);

CREATE TABLE product (
  id integer NOT NULL GENERATED ALWAYS AS IDENTITY,
  concert_id integer NOT NULL,
  presold integer NOT NULL DEFAULT 0,
  max_per_order integer NOT NULL DEFAULT 10,
  CONSTRAINT product_pkey PRIMARY KEY (id),
  CONSTRAINT product_concert_id_key UNIQUE (concert_id),
  CONSTRAINT product_concert_id_fkey FOREIGN KEY (concert_id) REFERENCES concert(id),
  CONSTRAINT product_max_per_order_check CHECK ((max_per_order > 0)),
  CONSTRAINT product_presold_check CHECK ((presold >= 0))
);

CREATE TABLE provider_transaction (
  id text NOT NULL,
  intent_id text NOT NULL,
  return_id text,
  fee_cents integer NOT NULL,
  payout_id text,
  invoice_id bigint,
  issued_at timestamp with time zone,
  created_at timestamp with time zone NOT NULL,
  CONSTRAINT provider_transaction_pkey PRIMARY KEY (id),
  CONSTRAINT provider_transaction_invoice_id_fkey FOREIGN KEY (invoice_id) REFERENCES invoice(id)
);
CREATE INDEX provider_transaction_by_date ON public.provider_transaction USING btree (created_at);
CREATE INDEX provider_transaction_by_invoice_date ON public.provider_transaction USING btree (issued_at) INCLUDE (fee_cents);
CREATE INDEX provider_transaction_of_invoice ON public.provider_transaction USING btree (invoice_id);
CREATE INDEX provider_transaction_of_payout ON public.provider_transaction USING btree (payout_id);
CREATE INDEX provider_transaction_unpaid ON public.provider_transaction USING btree (created_at) WHERE (payout_id IS NULL);
CREATE INDEX provider_transaction_without_invoice ON public.provider_transaction USING btree (id) WHERE (invoice_id IS NULL);

CREATE UNLOGGED TABLE rate_limit (
  bucket text NOT NULL,
  window_ends_at timestamp with time zone NOT NULL,
  hits integer NOT NULL,
  CONSTRAINT rate_limit_pkey PRIMARY KEY (bucket)
);
CREATE INDEX rate_limit_age ON public.rate_limit USING btree (window_ends_at);

CREATE TABLE refund (
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  checkout_id bigint,
  intent_id text NOT NULL,
  amount_cents integer NOT NULL,
  reason text NOT NULL,
  provider_id text,
  requested_at timestamp with time zone NOT NULL DEFAULT now(),
  succeeded_at timestamp with time zone,
  failed_at timestamp with time zone,
  failure text,
  attempt integer NOT NULL DEFAULT 0,
  resolved_at timestamp with time zone,
  resolution text,
  resolved_on date,
  resolved_way text,
  resolved_note text,
  repeated_by bigint,
  resolved_cents integer,
  CONSTRAINT refund_pkey PRIMARY KEY (id),
  CONSTRAINT refund_provider_id_key UNIQUE (provider_id),
  CONSTRAINT refund_checkout_id_fkey FOREIGN KEY (checkout_id) REFERENCES checkout(id),
  CONSTRAINT refund_repeated_by_fkey FOREIGN KEY (repeated_by) REFERENCES refund(id),
  CONSTRAINT refund_amount_cents_check CHECK ((amount_cents > 0)),
  CONSTRAINT refund_check CHECK (((resolved_at IS NULL) = (resolution IS NULL))),
  CONSTRAINT refund_check1 CHECK (((resolved_at IS NULL) OR (failed_at IS NOT NULL))),
  CONSTRAINT refund_reason_check CHECK ((reason = ANY (ARRAY['tickets_gone'::text, 'no_checkout'::text, 'mismatch'::text, 'office'::text, 'dashboard'::text]))),
  CONSTRAINT refund_resolution_check CHECK ((resolution = ANY (ARRAY['again'::text, 'by hand'::text, 'dashboard'::text, 'dispute'::text]))),
  CONSTRAINT refund_resolved_cents_check CHECK ((resolved_cents >= 0))
);
CREATE INDEX refund_by_date ON public.refund USING btree (requested_at);
CREATE INDEX refund_dashboard ON public.refund USING btree (id) WHERE (reason = 'dashboard'::text);
CREATE INDEX refund_failed ON public.refund USING btree (checkout_id) WHERE ((failed_at IS NOT NULL) AND (resolved_at IS NULL));
CREATE INDEX refund_of_checkout ON public.refund USING btree (checkout_id);
CREATE INDEX refund_of_intent ON public.refund USING btree (intent_id);
CREATE UNIQUE INDEX refund_once ON public.refund USING btree (intent_id) WHERE (reason = ANY (ARRAY['tickets_gone'::text, 'no_checkout'::text, 'mismatch'::text]));
CREATE INDEX refund_pending ON public.refund USING btree (requested_at) WHERE (succeeded_at IS NULL);
CREATE TRIGGER refund_changed AFTER INSERT OR UPDATE OF failed_at, amount_cents ON public.refund FOR EACH ROW WHEN ((current_setting('festival.restores'::text, true) IS DISTINCT FROM 'on'::text)) EXECUTE FUNCTION add_unverified();

CREATE TABLE revenue_day (
  day date NOT NULL,
  series text NOT NULL,
  tax_treatment text NOT NULL,
  count integer NOT NULL,
  first_number integer NOT NULL,
  last_number integer NOT NULL,
  gross_cents bigint NOT NULL,
  tax_cents bigint NOT NULL,
  postage_cents bigint NOT NULL,
  CONSTRAINT revenue_day_pkey PRIMARY KEY (day, series, tax_treatment),
  CONSTRAINT revenue_day_series_check CHECK ((series = ANY (ARRAY['invoice'::text, 'cancellation'::text]))),
  CONSTRAINT revenue_day_tax_treatment_check CHECK ((tax_treatment = ANY (ARRAY['exempt'::text, 'reduced'::text, 'small-business'::text])))
);

CREATE TABLE run (
  id integer NOT NULL GENERATED ALWAYS AS IDENTITY,
  kind text NOT NULL,
  concert_id integer,
  facts jsonb NOT NULL DEFAULT '{}'::jsonb,
  ordered_at timestamp with time zone NOT NULL DEFAULT now(),
  ordered_by text NOT NULL,
  begins_at timestamp with time zone NOT NULL DEFAULT (now() + '00:01:00'::interval),
  undone_at timestamp with time zone,
  CONSTRAINT run_pkey PRIMARY KEY (id),
  CONSTRAINT run_concert_id_fkey FOREIGN KEY (concert_id) REFERENCES concert(id)
);
CREATE INDEX run_of_concert ON public.run USING btree (concert_id);

CREATE TABLE run_item (
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  run_id integer NOT NULL,
  key text NOT NULL,
  order_id bigint,
  facts jsonb NOT NULL DEFAULT '{}'::jsonb,
  state text NOT NULL DEFAULT 'waiting'::text,
  reason text,
  next_at timestamp with time zone,
  refund_id bigint,
  invoice_id bigint,
  owed_cents integer NOT NULL DEFAULT 0,
  CONSTRAINT run_item_pkey PRIMARY KEY (id),
  CONSTRAINT run_item_run_id_key_key UNIQUE (run_id, key),
  CONSTRAINT run_item_invoice_id_fkey FOREIGN KEY (invoice_id) REFERENCES invoice(id),
  CONSTRAINT run_item_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders(id),
  CONSTRAINT run_item_refund_id_fkey FOREIGN KEY (refund_id) REFERENCES refund(id),
  CONSTRAINT run_item_run_id_fkey FOREIGN KEY (run_id) REFERENCES run(id),
  CONSTRAINT run_item_owed_cents_check CHECK ((owed_cents >= 0))
);
CREATE INDEX run_item_due ON public.run_item USING btree (next_at) WHERE (next_at IS NOT NULL);
CREATE INDEX run_item_of_invoice ON public.run_item USING btree (invoice_id) WHERE (invoice_id IS NOT NULL);
CREATE INDEX run_item_of_order ON public.run_item USING btree (order_id);
CREATE INDEX run_item_of_refund ON public.run_item USING btree (refund_id) WHERE (refund_id IS NOT NULL);

CREATE TABLE run_mail_pace (
  id integer NOT NULL DEFAULT 1,
  next_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT run_mail_pace_pkey PRIMARY KEY (id),
  CONSTRAINT run_mail_pace_id_check CHECK ((id = 1))
);

CREATE TABLE sales_day (
  ticket_type_id integer NOT NULL,
  day date NOT NULL,
  sold integer NOT NULL DEFAULT 0,
  sold_cents bigint NOT NULL DEFAULT 0,
  complimentary integer NOT NULL DEFAULT 0,
  voided integer NOT NULL DEFAULT 0,
  voided_cents bigint NOT NULL DEFAULT 0,
  CONSTRAINT sales_day_pkey PRIMARY KEY (ticket_type_id, day),
  CONSTRAINT sales_day_ticket_type_id_fkey FOREIGN KEY (ticket_type_id) REFERENCES ticket_type(id) ON DELETE CASCADE
) WITH (fillfactor=50);
CREATE INDEX sales_day_by_day ON public.sales_day USING btree (day);

CREATE TABLE shop_address (
  is_only boolean NOT NULL DEFAULT true,
  public_url text NOT NULL,
  CONSTRAINT shop_address_pkey PRIMARY KEY (is_only),
  CONSTRAINT shop_address_is_only_check CHECK (is_only)
);

CREATE TABLE staff (
  id integer NOT NULL GENERATED ALWAYS AS IDENTITY,
  email text NOT NULL,
  name text NOT NULL,
  role text NOT NULL,
  language text,
  password_hash text,
  totp_secret bytea,
  totp_step bigint NOT NULL DEFAULT 0,
  is_demo boolean NOT NULL DEFAULT false,
  wants_alarms boolean NOT NULL DEFAULT true,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  last_signed_in_at timestamp with time zone,
  disabled_at timestamp with time zone,
  email_key text NOT NULL GENERATED ALWAYS AS (email_key(email)) STORED,
  CONSTRAINT staff_pkey PRIMARY KEY (id),
  CONSTRAINT staff_language_check CHECK ((language = ANY (ARRAY['de'::text, 'en'::text]))),
  CONSTRAINT staff_role_check CHECK ((role = ANY (ARRAY['admin'::text, 'office'::text, 'editor'::text, 'door'::text])))
);
CREATE UNIQUE INDEX staff_email_key ON public.staff USING btree (email_key);

CREATE TABLE staff_challenge (
  challenge text NOT NULL,
  used_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT staff_challenge_pkey PRIMARY KEY (challenge)
);
CREATE INDEX staff_challenge_used ON public.staff_challenge USING btree (used_at);

CREATE TABLE staff_invitation (
  id integer NOT NULL GENERATED ALWAYS AS IDENTITY,
  email text NOT NULL,
  name text NOT NULL,
  role text NOT NULL,
  language text NOT NULL,
  token_hash bytea NOT NULL,
  sealed_token bytea NOT NULL,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  expires_at timestamp with time zone NOT NULL,
  email_key text NOT NULL GENERATED ALWAYS AS (email_key(email)) STORED,
  CONSTRAINT staff_invitation_pkey PRIMARY KEY (id),
  CONSTRAINT staff_invitation_token_hash_key UNIQUE (token_hash),
  CONSTRAINT staff_invitation_language_check CHECK ((language = ANY (ARRAY['de'::text, 'en'::text]))),
  CONSTRAINT staff_invitation_role_check CHECK ((role = ANY (ARRAY['admin'::text, 'office'::text, 'editor'::text, 'door'::text])))
);
CREATE UNIQUE INDEX staff_invitation_email_key ON public.staff_invitation USING btree (email_key);

CREATE TABLE staff_passkey (
  id integer NOT NULL GENERATED ALWAYS AS IDENTITY,
  staff_id integer NOT NULL,
  credential_id text NOT NULL,
  public_key bytea NOT NULL,
  counter bigint NOT NULL,
  transports text[] NOT NULL DEFAULT '{}'::text[],
  name text NOT NULL,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  used_at timestamp with time zone,
  CONSTRAINT staff_passkey_pkey PRIMARY KEY (id),
  CONSTRAINT staff_passkey_credential_id_key UNIQUE (credential_id),
  CONSTRAINT staff_passkey_staff_id_fkey FOREIGN KEY (staff_id) REFERENCES staff(id) ON DELETE CASCADE
);
CREATE INDEX staff_passkey_staff ON public.staff_passkey USING btree (staff_id);

CREATE TABLE staff_recovery_code (
  staff_id integer NOT NULL,
  code_hash bytea NOT NULL,
  used_at timestamp with time zone,
  CONSTRAINT staff_recovery_code_pkey PRIMARY KEY (staff_id, code_hash),
  CONSTRAINT staff_recovery_code_staff_id_fkey FOREIGN KEY (staff_id) REFERENCES staff(id) ON DELETE CASCADE
);

CREATE TABLE staff_session (
  id integer NOT NULL GENERATED ALWAYS AS IDENTITY,
  token_hash bytea NOT NULL,
  staff_id integer NOT NULL,
  user_agent text NOT NULL DEFAULT ''::text,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  seen_at timestamp with time zone NOT NULL DEFAULT now(),
  confirmed_at timestamp with time zone NOT NULL DEFAULT now(),
  ended_at timestamp with time zone,
  sealed_codes bytea,
  former_token_hash bytea,
  network bytea,
  CONSTRAINT staff_session_pkey PRIMARY KEY (id),
  CONSTRAINT staff_session_token_hash_key UNIQUE (token_hash),
  CONSTRAINT staff_session_staff_id_fkey FOREIGN KEY (staff_id) REFERENCES staff(id) ON DELETE CASCADE
);
CREATE INDEX staff_session_created ON public.staff_session USING btree (created_at);
CREATE UNIQUE INDEX staff_session_former_token ON public.staff_session USING btree (former_token_hash);
CREATE INDEX staff_session_staff ON public.staff_session USING btree (staff_id) WHERE (ended_at IS NULL);

CREATE TABLE stock (
  product_id integer NOT NULL,
  quantity integer NOT NULL,
  sold integer NOT NULL DEFAULT 0,
  held integer NOT NULL DEFAULT 0,
  CONSTRAINT stock_pkey PRIMARY KEY (product_id),
  CONSTRAINT stock_product_id_fkey FOREIGN KEY (product_id) REFERENCES product(id),
  CONSTRAINT stock_check CHECK (((sold + held) <= quantity)),
  CONSTRAINT stock_held_check CHECK ((held >= 0)),
  CONSTRAINT stock_quantity_check CHECK ((quantity >= 0)),
  CONSTRAINT stock_sold_check CHECK ((sold >= 0))
) WITH (fillfactor=50);

CREATE TABLE terms (
  version text NOT NULL,
  content jsonb NOT NULL,
  CONSTRAINT terms_pkey PRIMARY KEY (version)
);

CREATE TABLE ticket (
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  order_id bigint NOT NULL,
  product_id integer NOT NULL,
  ticket_type_id integer NOT NULL,
  price_cents integer NOT NULL,
  voided_at timestamp with time zone,
  replaces_id bigint,
  CONSTRAINT ticket_pkey PRIMARY KEY (id),
  CONSTRAINT ticket_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders(id),
  CONSTRAINT ticket_product_id_fkey FOREIGN KEY (product_id) REFERENCES product(id),
  CONSTRAINT ticket_replaces_id_fkey FOREIGN KEY (replaces_id) REFERENCES ticket(id),
  CONSTRAINT ticket_ticket_type_id_fkey FOREIGN KEY (ticket_type_id) REFERENCES ticket_type(id),
  CONSTRAINT ticket_price_cents_check CHECK ((price_cents >= 0))
);
CREATE INDEX ticket_of_order ON public.ticket USING btree (order_id);
CREATE INDEX ticket_of_product ON public.ticket USING btree (product_id);
CREATE UNIQUE INDEX ticket_replaces ON public.ticket USING btree (replaces_id) WHERE (replaces_id IS NOT NULL);
CREATE INDEX ticket_void ON public.ticket USING btree (order_id) WHERE (voided_at IS NOT NULL);
CREATE TRIGGER ticket_added AFTER INSERT ON public.ticket REFERENCING NEW TABLE AS added FOR EACH STATEMENT WHEN ((current_setting('festival.restores'::text, true) IS DISTINCT FROM 'on'::text)) EXECUTE FUNCTION count_new_tickets();
CREATE TRIGGER ticket_changed AFTER UPDATE ON public.ticket REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION count_voided_tickets();
CREATE TRIGGER ticket_voided AFTER UPDATE OF voided_at ON public.ticket FOR EACH ROW WHEN ((new.voided_at IS DISTINCT FROM old.voided_at)) EXECUTE FUNCTION add_unverified();

CREATE TABLE ticket_quota (
  ticket_type_id integer NOT NULL,
  quantity integer NOT NULL,
  sold integer NOT NULL DEFAULT 0,
  held integer NOT NULL DEFAULT 0,
  CONSTRAINT ticket_quota_pkey PRIMARY KEY (ticket_type_id),
  CONSTRAINT ticket_quota_ticket_type_id_fkey FOREIGN KEY (ticket_type_id) REFERENCES ticket_type(id) ON DELETE CASCADE,
  CONSTRAINT ticket_quota_check CHECK (((sold + held) <= quantity)),
  CONSTRAINT ticket_quota_held_check CHECK ((held >= 0)),
  CONSTRAINT ticket_quota_quantity_check CHECK ((quantity >= 0)),
  CONSTRAINT ticket_quota_sold_check CHECK ((sold >= 0))
) WITH (fillfactor=50);

CREATE TABLE ticket_type (
  id integer NOT NULL GENERATED ALWAYS AS IDENTITY,
  product_id integer NOT NULL,
  slug text NOT NULL,
  position integer NOT NULL,
  price_cents integer NOT NULL,
  name_de text NOT NULL,
  name_en text NOT NULL,
  note_de text,
  note_en text,
  max_per_order integer,
  is_offered boolean NOT NULL DEFAULT true,
  CONSTRAINT ticket_type_pkey PRIMARY KEY (id),
  CONSTRAINT ticket_type_product_id_slug_key UNIQUE (product_id, slug),
  CONSTRAINT ticket_type_product_id_fkey FOREIGN KEY (product_id) REFERENCES product(id),
  CONSTRAINT ticket_type_max_per_order_check CHECK ((max_per_order > 0)),
  CONSTRAINT ticket_type_price_cents_check CHECK (((price_cents = 0) OR (price_cents >= 50)))
);

CREATE TABLE ticket_type_only_with (
  ticket_type_id integer NOT NULL,
  with_type_id integer NOT NULL,
  CONSTRAINT ticket_type_only_with_pkey PRIMARY KEY (ticket_type_id, with_type_id),
  CONSTRAINT ticket_type_only_with_ticket_type_id_fkey FOREIGN KEY (ticket_type_id) REFERENCES ticket_type(id) ON DELETE CASCADE,
  CONSTRAINT ticket_type_only_with_with_type_id_fkey FOREIGN KEY (with_type_id) REFERENCES ticket_type(id),
  CONSTRAINT ticket_type_only_with_check CHECK ((ticket_type_id <> with_type_id))
);
CREATE INDEX ticket_type_needed_by ON public.ticket_type_only_with USING btree (with_type_id);

CREATE TABLE ticket_type_template (
  id integer NOT NULL GENERATED ALWAYS AS IDENTITY,
  slug text NOT NULL,
  name_de text NOT NULL,
  name_en text NOT NULL,
  note_de text,
  note_en text,
  CONSTRAINT ticket_type_template_pkey PRIMARY KEY (id),
  CONSTRAINT ticket_type_template_slug_key UNIQUE (slug)
);

CREATE TABLE unverified_checkout (
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  checkout_id bigint NOT NULL,
  CONSTRAINT unverified_checkout_pkey PRIMARY KEY (id)
);

CREATE TABLE venue (
  id integer NOT NULL GENERATED ALWAYS AS IDENTITY,
  slug text NOT NULL,
  name_de text NOT NULL,
  name_en text NOT NULL,
  description_de text NOT NULL,
  description_en text NOT NULL,
  access_note_de text,
  access_note_en text,
  street text NOT NULL,
  postal_code text NOT NULL,
  city text NOT NULL,
  latitude double precision NOT NULL,
  longitude double precision NOT NULL,
  CONSTRAINT venue_pkey PRIMARY KEY (id),
  CONSTRAINT venue_slug_key UNIQUE (slug)
);

CREATE VIEW returned_money AS
 SELECT refund.intent_id,
    COALESCE(refund.resolved_cents, refund.amount_cents) AS amount_cents,
    refund.requested_at AS returned_at
   FROM refund
  WHERE refund.failed_at IS NULL OR refund.resolution = 'by hand'::text
UNION ALL
 SELECT dispute.intent_id,
    dispute.amount_cents,
    COALESCE(dispute.closed_at, dispute.opened_at) AS returned_at
   FROM dispute
  WHERE dispute.status = 'lost'::text;

CREATE VIEW run_item_state AS
 SELECT i.id,
    i.run_id,
    i.key,
    i.order_id,
    i.next_at,
    i.invoice_id,
    i.owed_cents,
    i.facts,
    f.id AS refund_id,
    own.amount_cents AS refund_cents,
        CASE
            WHEN f.id IS NULL AND i.state = 'disputed'::text AND w.is_ended THEN 'failed'::text
            WHEN f.id IS NULL THEN i.state
            WHEN f.resolution = 'by hand'::text THEN 'by-hand'::text
            WHEN f.resolution = 'dispute'::text THEN 'disputed'::text
            WHEN f.resolution = 'dashboard'::text OR f.succeeded_at IS NOT NULL THEN i.state
            WHEN f.failed_at IS NOT NULL THEN 'failed'::text
            WHEN f.provider_id IS NULL THEN 'working'::text
            ELSE 'on-its-way'::text
        END AS state,
    COALESCE(f.failure,
        CASE
            WHEN i.state = 'disputed'::text AND w.is_ended THEN 'dispute_ended'::text
            ELSE i.reason
        END) AS reason
   FROM run_item i
     LEFT JOIN refund own ON own.id = i.refund_id
     LEFT JOIN refund f ON f.id = COALESCE(own.repeated_by, own.id)
     LEFT JOIN LATERAL ( SELECT bool_and(d.status ~~ 'warning%'::text OR d.closed_at IS NOT NULL AND d.status <> 'lost'::text) AS is_ended
           FROM orders o
             JOIN checkout c ON c.id = o.checkout_id
             JOIN dispute d ON d.intent_id = c.intent_id
          WHERE o.id = i.order_id AND i.state = 'disputed'::text) w ON true;

CREATE VIEW true_sales_day AS
 SELECT ticket_type_id,
    day,
    sum(sold)::integer AS sold,
    sum(sold_cents) AS sold_cents,
    sum(complimentary)::integer AS complimentary,
    sum(voided)::integer AS voided,
    sum(voided_cents) AS voided_cents
   FROM ( SELECT t.ticket_type_id,
            (o.created_at AT TIME ZONE 'Europe/Berlin'::text)::date AS day,
            1 AS sold,
            t.price_cents AS sold_cents,
            (o.origin = 'complimentary'::text)::integer AS complimentary,
            0 AS voided,
            0 AS voided_cents
           FROM ticket t
             JOIN orders o ON o.id = t.order_id
          WHERE t.replaces_id IS NULL
        UNION ALL
         SELECT t.ticket_type_id,
            (t.voided_at AT TIME ZONE 'Europe/Berlin'::text)::date AS timezone,
            0,
            0,
            0,
            1,
            t.price_cents
           FROM ticket t
          WHERE t.voided_at IS NOT NULL AND NOT (EXISTS ( SELECT
                   FROM ticket r
                  WHERE r.replaces_id = t.id))) each_ticket
  GROUP BY ticket_type_id, day;

CREATE OR REPLACE FUNCTION public.add_unverified()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
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
end $function$;

CREATE OR REPLACE FUNCTION public.change_cart(p_session uuid, p_mode text, p_products integer[], p_types integer[], p_quantities integer[], p_hold interval, p_request bytea, p_networks text[], OUT outcome text, OUT problem jsonb)
 RETURNS record
 LANGUAGE plpgsql
 SET plan_cache_mode TO 'force_generic_plan'
 SET enable_seqscan TO 'off'
AS $function$
declare
  v_lines record;
  v_cart record;
  v_more integer[] := p_quantities;
  v_held record;
begin
  v_lines := check_lines(p_mode, p_products, p_types, p_quantities);
  outcome := v_lines.outcome;
  if outcome is not null then return; end if;

  v_cart := lock_or_start_cart(p_session, p_hold, p_networks);
  if p_request is not null and exists (
    select from idempotent_request where key_hash = p_request and applied_at is not null
  ) then outcome := 'ok'; return; end if;

  if p_mode = 'set' and not v_cart.is_new then
    v_more := array(
      select w.quantity - coalesce(h.quantity, 0)
      from unnest(p_types, p_quantities) with ordinality as w (type_id, quantity, place)
      left join hold h on h.cart_id = v_cart.id and h.ticket_type_id = w.type_id
      order by w.place
    );
  end if;
  if v_lines.needs_limit_check or not v_cart.is_new then
    problem := find_cart_problem(v_cart.id, p_products, p_types, v_more);
    if problem is not null then outcome := 'limit'; end if;
  end if;
  if outcome is null and p_networks is not null then
    problem := find_network_problem(v_cart.id, p_networks, p_products, v_more);
    if problem is not null then outcome := 'network'; end if;
  end if;
  if outcome is null and v_cart.is_paying then
    select s.outcome, s.problem into outcome, problem from find_stock_problem(p_products, p_types, v_more) s;
    if outcome is null or has_expired_holds(p_products) then
      outcome := 'payment_open';
      problem := null;
    end if;
    return;
  end if;
  if outcome is null then
    v_held := hold_tickets(p_products, p_types, v_more, p_mode = 'add' and not v_lines.has_quota);
    outcome := v_held.outcome;
    problem := v_held.problem;
  end if;
  if outcome is not null then
    if v_cart.is_new then delete from cart where id = v_cart.id; end if;
    return;
  end if;

  perform save_holds(v_cart.id, p_mode, p_products, p_types, p_quantities);
  if v_held.may_be_scarce or not v_cart.is_new then
    perform restart_hold(v_cart.id, p_hold, p_networks, v_cart.is_new, 0 < any (v_more));
  end if;
  if p_request is not null then
    update idempotent_request set applied_at = clock_timestamp() where key_hash = p_request;
  end if;
  outcome := 'ok';
end $function$;

CREATE OR REPLACE FUNCTION public.change_cart_and_read(p_session uuid, p_mode text, p_products integer[], p_types integer[], p_quantities integer[], p_hold interval, p_request bytea, p_networks text[])
 RETURNS TABLE(outcome text, problem jsonb, id bigint, expires_at timestamp with time zone, delivery_method text, lines jsonb, guest jsonb)
 LANGUAGE plpgsql
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
declare
  v_outcome text;
  v_problem jsonb;
begin
  select c.outcome, c.problem into v_outcome, v_problem
  from change_cart(
    p_session, p_mode, p_products, p_types, p_quantities, p_hold, p_request, p_networks
  ) c;
  -- a separate statement, so that it sees the change
  return query
  select v_outcome, v_problem, c.id, c.expires_at, c.delivery_method, c.lines, c.guest
  from (select) as one left join find_cart(p_session) c on v_outcome = 'ok';
end $function$;

CREATE OR REPLACE FUNCTION public.check_lines(p_mode text, p_products integer[], p_types integer[], p_quantities integer[], OUT outcome text, OUT needs_limit_check boolean, OUT has_quota boolean)
 RETURNS record
 LANGUAGE plpgsql
 STABLE
AS $function$
begin
  select case
    when bool_or(t.id is null) then 'unknown'
    when bool_or(w.quantity > 0 and not (c.onsale and c.published_at is not null and t.is_offered))
      then 'not_on_sale'
    when bool_or(w.quantity < 0 or (p_mode = 'add' and w.quantity not between 1 and s.quantity))
      then 'quantity'
  end,
  count(*) > 1 or bool_or(w.quantity > least(p.max_per_order, t.max_per_order)) or bool_or(exists (
    select from ticket_type_only_with o where o.ticket_type_id = t.id
  )),
  bool_or(exists (select from ticket_quota q where q.ticket_type_id = t.id))
  into outcome, needs_limit_check, has_quota
  from unnest(p_products, p_types, p_quantities) as w (product_id, type_id, quantity)
  left join ticket_type t on t.id = w.type_id and t.product_id = w.product_id
  left join product p on p.id = t.product_id
  left join concert c on c.id = p.concert_id
  left join stock s on s.product_id = p.id;
end $function$;

CREATE OR REPLACE FUNCTION public.choose_delivery(p_cart bigint, p_method text, p_hold interval, OUT outcome text, OUT expires_at timestamp with time zone)
 RETURNS record
 LANGUAGE plpgsql
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
declare
  v_cart cart;
begin
  -- by its id alone: with "ended_at is null", the planner may read the index of all running carts
  select * into v_cart from cart where id = p_cart for update;
  if not found or v_cart.ended_at is not null or v_cart.expires_at <= clock_timestamp() then
    outcome := 'gone';
    return;
  end if;
  expires_at := v_cart.expires_at;
  if v_cart.delivery_method = p_method then outcome := 'ok'; return; end if;
  if exists (select from checkout where cart_id = p_cart and closed_at is null and settled_at is null)
  then outcome := 'payment_open'; return; end if;
  -- as complete_hold does, in one statement
  update cart k set delivery_method = p_method,
    expires_at = find_whole_hold_end(k.expires_at, k.first_hold_at, p_hold),
    release_at = k.release_at + (find_whole_hold_end(k.expires_at, k.first_hold_at, p_hold) - k.expires_at)
  where k.id = p_cart
  returning k.expires_at into expires_at;
  outcome := 'ok';
end $function$;

CREATE OR REPLACE FUNCTION public.complete_hold(p_cart bigint, p_hold interval)
 RETURNS timestamp with time zone
 LANGUAGE sql
AS $function$
  update cart k set expires_at = find_whole_hold_end(k.expires_at, k.first_hold_at, p_hold),
    release_at = k.release_at + (find_whole_hold_end(k.expires_at, k.first_hold_at, p_hold) - k.expires_at)
  where k.id = p_cart and k.expires_at < find_whole_hold_end(k.expires_at, k.first_hold_at, p_hold)
  returning k.expires_at
$function$;

CREATE OR REPLACE FUNCTION public.count_new_tickets()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
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
end $function$;

CREATE OR REPLACE FUNCTION public.count_sold(p_products integer[], p_types integer[], p_quantities integer[], p_held boolean)
 RETURNS void
 LANGUAGE plpgsql
 SET plan_cache_mode TO 'force_generic_plan'
 SET enable_seqscan TO 'off'
AS $function$
begin
  update stock s
  set sold = s.sold + w.quantity, held = s.held - case when p_held then w.quantity else 0 end
  from (
    select l.product_id, sum(l.quantity)::integer as quantity
    from unnest(p_products, p_quantities) as l (product_id, quantity) group by l.product_id
  ) w
  where s.product_id = w.product_id;
  -- a separate statement: the stock is locked now
  update ticket_quota q
  set sold = q.sold + w.quantity, held = q.held - case when p_held then w.quantity else 0 end
  from unnest(p_types, p_quantities) as w (type_id, quantity)
  where q.ticket_type_id = w.type_id;
end $function$;

CREATE OR REPLACE FUNCTION public.count_voided_tickets()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
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
end $function$;

CREATE OR REPLACE FUNCTION public.create_order(p_checkout bigint, p_order_no text, p_card_brand text DEFAULT NULL::text, p_card_last4 text DEFAULT NULL::text)
 RETURNS bigint
 LANGUAGE plpgsql
AS $function$
declare
  v_checkout checkout;
  v_cart bigint;
  v_products integer[];
  v_types integer[];
  v_quantities integer[];
  v_is_held boolean;
  v_order bigint;
begin
  select * into v_checkout from checkout where id = p_checkout;
  select array_agg(l.product_id), array_agg(l.ticket_type_id), array_agg(l.quantity)
  into v_products, v_types, v_quantities
  from (select * from checkout_line where checkout_id = p_checkout order by ticket_type_id) l;
  if has_cancelled_concert(v_products) then return null; end if;
  -- The cart is locked, so its holds cannot change. A closed checkout has lost them.
  v_cart := case when v_checkout.closed_at is null then v_checkout.cart_id end;
  v_is_held := coalesce((v_types, v_quantities) = (
    select array_agg(h.ticket_type_id), array_agg(h.quantity)
    from (select * from hold where cart_id = v_cart order by ticket_type_id) h
  ), false);
  -- Tickets that the cart does not hold are sold first: only this can fail.
  if not v_is_held and not sell_available_tickets(v_cart, v_products, v_types, v_quantities)
  then return null; end if;

  insert into orders (checkout_id, order_no, account_id, card_brand, card_last4, search, post_since)
  values (p_checkout, p_order_no, v_checkout.account_id, p_card_brand, p_card_last4,
    order_words(p_order_no, v_checkout.details, null),
    case when v_checkout.delivery_method = 'postal' then now() end) returning id into v_order;
  update checkout set settled_at = clock_timestamp() where id = p_checkout;
  perform enqueue_documents(v_order);

  if v_is_held then
    perform sell_held_tickets(v_cart, v_products, v_types, v_quantities);
  end if;

  -- A cancellation locks the stock before it lists the orders (office.md 6).
  if has_cancelled_concert(v_products) then
    raise exception 'a concert is cancelled in the meantime' using errcode = '40001';
  end if;

  -- After the stock: a trigger adds the tickets to the day's sales (count_new_tickets), and orders that wait for that
  -- row instead of the stock take more processor time (docs/measurements/rush.md).
  insert into ticket (order_id, product_id, ticket_type_id, price_cents)
  select v_order, l.product_id, l.ticket_type_id, l.price_cents
  from checkout_line l, generate_series(1, l.quantity) where l.checkout_id = p_checkout;

  -- The office gives complimentary tickets without an invoice (office.md 7.4).
  if v_checkout.fingerprint = 'complimentary' then return v_order; end if;
  -- Invoice numbers start again each year, in Europe/Berlin.
  with drawn as (
    insert into invoice_counter (series, year, last)
    values ('invoice', extract(year from now() at time zone 'Europe/Berlin')::integer, 1)
    on conflict (series, year) do update set last = invoice_counter.last + 1
    returning year, last
  )
  insert into invoice (order_id, series, year, number, amount_cents)
  select v_order, 'invoice', year, last, v_checkout.amount_cents from drawn;
  return v_order;
end $function$;

CREATE OR REPLACE FUNCTION public.email_key(p_email text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN lower((p_email COLLATE "C"));

CREATE OR REPLACE FUNCTION public.enqueue_cancellation(p_invoice bigint, p_if_lost boolean DEFAULT false)
 RETURNS boolean
 LANGUAGE plpgsql
AS $function$
declare
  v_key text := 'cancellation-' || p_invoice;
begin
  if p_if_lost and has_pending_job(v_key) then return false; end if;
  perform graphile_worker.add_job('make-cancellation', json_build_object('invoiceId', p_invoice),
    job_key => v_key, max_attempts => 25, priority => 5, queue_name => 'cancellations-' || p_invoice % 2);
  return true;
end $function$;

CREATE OR REPLACE FUNCTION public.enqueue_documents(p_order bigint, p_if_lost boolean DEFAULT false)
 RETURNS boolean
 LANGUAGE plpgsql
AS $function$
declare
  v_key text := 'documents-' || p_order;
begin
  if p_if_lost and has_pending_job(v_key) then return false; end if;
  perform graphile_worker.add_job('make-documents', json_build_object('orderId', p_order),
    job_key => v_key, max_attempts => 25, job_key_mode => find_job_key_mode(v_key));
  return true;
end $function$;

CREATE OR REPLACE FUNCTION public.enqueue_mail(p_mail bigint, p_priority integer DEFAULT 0, p_if_lost boolean DEFAULT false)
 RETURNS boolean
 LANGUAGE plpgsql
AS $function$
declare
  v_key text := 'mail-' || p_mail;
begin
  if p_if_lost and has_pending_job(v_key) then return false; end if;
  perform graphile_worker.add_job('send-mail', json_build_object('mailId', p_mail),
    job_key => v_key, max_attempts => 25, priority => p_priority, job_key_mode => find_job_key_mode(v_key));
  return true;
end $function$;

CREATE OR REPLACE FUNCTION public.enqueue_payment_end(p_checkout bigint)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  perform graphile_worker.add_job('cancel-payment', json_build_object('checkoutId', p_checkout),
    job_key => 'cancel-payment-' || p_checkout, max_attempts => 25);
end $function$;

CREATE OR REPLACE FUNCTION public.enqueue_refund(p_refund bigint)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  perform graphile_worker.add_job('execute-refund', json_build_object('refundId', p_refund),
    job_key => 'refund-' || p_refund, max_attempts => 100);
end $function$;

CREATE OR REPLACE FUNCTION public.enqueue_run_item(p_item bigint, p_at timestamp with time zone, p_if_lost boolean DEFAULT false)
 RETURNS boolean
 LANGUAGE plpgsql
AS $function$
declare
  v_key text := 'run-item-' || p_item;
begin
  if p_if_lost and has_pending_job(v_key) then return false; end if;
  perform graphile_worker.add_job('step-run-item', json_build_object('itemId', p_item), run_at => p_at,
    job_key => v_key, max_attempts => 10, priority => 10, queue_name => 'run-' || p_item % 4);
  return true;
end $function$;

CREATE OR REPLACE FUNCTION public.enqueue_run_mail(p_mail bigint, p_per_minute double precision)
 RETURNS boolean
 LANGUAGE plpgsql
AS $function$
declare
  v_at timestamptz;
begin
  insert into run_mail_pace as pace (next_at) values (clock_timestamp() + interval '1 minute' / p_per_minute)
  on conflict (id) do update set next_at = greatest(pace.next_at, clock_timestamp()) + interval '1 minute' / p_per_minute
  returning next_at - interval '1 minute' / p_per_minute into v_at;
  perform graphile_worker.add_job('send-mail', json_build_object('mailId', p_mail), run_at => v_at,
    job_key => 'mail-' || p_mail, max_attempts => 25, priority => 10);
  return true;
end $function$;

CREATE OR REPLACE FUNCTION public.enqueue_run_refund(p_refund bigint)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  perform graphile_worker.add_job('execute-refund', json_build_object('refundId', p_refund),
    job_key => 'refund-' || p_refund, max_attempts => 100, priority => 10, queue_name => 'run-refund-' || p_refund % 2);
end $function$;

CREATE OR REPLACE FUNCTION public.find_cart(p_session uuid)
 RETURNS TABLE(id bigint, expires_at timestamp with time zone, delivery_method text, lines jsonb, guest jsonb)
 LANGUAGE sql
 STABLE
AS $function$
  select k.id, k.expires_at, k.delivery_method, l.lines,
    (select jsonb_build_object('email', d.email, 'countryId', d.country_id)
     from delivery_details d where d.cart_id = k.id)
  from cart k
  cross join lateral (
    select jsonb_agg(jsonb_build_object(
      'ticket_type_id', h.ticket_type_id, 'product_id', h.product_id, 'concert_id', c.id,
      'quantity', h.quantity, 'price_cents', t.price_cents, 'product_quantity', s.quantity,
      'name_de', t.name_de, 'name_en', t.name_en, 'title_de', c.title_de, 'title_en', c.title_en,
      'starts_at', c.starts_at,
      -- the cart's, repeated in each line: another column would break statements that the previous version prepared
      'first_hold_at', k.first_hold_at
    ) order by c.starts_at, c.id, t.position) as lines
    from hold h
    join ticket_type t on t.id = h.ticket_type_id
    join product p on p.id = h.product_id
    join concert c on c.id = p.concert_id
    join stock s on s.product_id = h.product_id
    where h.cart_id = k.id
  ) l
  where k.session_id = p_session and k.ended_at is null and k.expires_at > clock_timestamp()
    and l.lines is not null
$function$;

CREATE OR REPLACE FUNCTION public.find_cart_problem(p_cart bigint, p_products integer[] DEFAULT NULL::integer[], p_types integer[] DEFAULT NULL::integer[], p_more integer[] DEFAULT NULL::integer[])
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
begin
  -- Most carts hold few tickets, of types without rules: this shortcut takes a third of the time, at every payment.
  if p_products is null and (
    select sum(h.quantity) <= min(least(p.max_per_order, t.max_per_order)) and not bool_or(exists (
      select from ticket_type_only_with o where o.ticket_type_id = t.id
    ))
    from hold h join product p on p.id = h.product_id join ticket_type t on t.id = h.ticket_type_id
    where h.cart_id = p_cart
  ) then return null; end if;

  return (
    with line as (
      select l.product_id, l.type_id, sum(l.quantity) as quantity
      from (
        select h.product_id, h.ticket_type_id, h.quantity from hold h where h.cart_id = p_cart
          and (p_products is null or h.product_id = any (p_products))
        union all
        select * from unnest(p_products, p_types, p_more)
      ) as l (product_id, type_id, quantity)
      group by l.product_id, l.type_id
    )
    select found.problem from (
      select 1 as place, jsonb_build_object('reason', 'product', 'limit', p.max_per_order) as problem
      from product p
      where p.max_per_order < (select sum(l.quantity) from line l where l.product_id = p.id)
        and p.id in (select product_id from line)
      union all
      select 2, jsonb_build_object('reason', 'type', 'limit', t.max_per_order,
        'type', jsonb_build_object('de', t.name_de, 'en', t.name_en))
      from line l join ticket_type t on t.id = l.type_id
      where l.quantity > t.max_per_order
      union all
      select 3, jsonb_build_object('reason', 'only_with',
        'type', jsonb_build_object('de', t.name_de, 'en', t.name_en),
        'types', (select jsonb_agg(jsonb_build_object('de', w.name_de, 'en', w.name_en) order by w.position)
          from ticket_type_only_with o join ticket_type w on w.id = o.with_type_id
          where o.ticket_type_id = t.id))
      from line l join ticket_type t on t.id = l.type_id
      where exists (select from ticket_type_only_with o where o.ticket_type_id = l.type_id)
        and l.quantity > (
          select coalesce(sum(a.quantity), 0)
          from ticket_type_only_with o join line a on a.type_id = o.with_type_id
          where o.ticket_type_id = l.type_id)
      order by place limit 1
    ) found
  );
end $function$;

CREATE OR REPLACE FUNCTION public.find_cart_to_freeze(p_session uuid, p_account bigint)
 RETURNS TABLE(id bigint, delivery_method text, lines jsonb, is_on_sale boolean, details jsonb, open_checkout jsonb)
 LANGUAGE plpgsql
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
declare
  v_id bigint;
begin
  select k.id into v_id from cart k
  where k.session_id = p_session and k.ended_at is null and k.expires_at > clock_timestamp();
  if not found or not exists (select from hold h where h.cart_id = v_id) then return; end if;
  return query
  select k.id, k.delivery_method::text, (
    select jsonb_agg(jsonb_build_object('ticket_type_id', h.ticket_type_id, 'product_id', h.product_id,
      'quantity', h.quantity, 'price_cents', t.price_cents) order by h.ticket_type_id)
    from hold h join ticket_type t on t.id = h.ticket_type_id where h.cart_id = k.id
  ), not exists (
    select from hold h join product p on p.id = h.product_id join concert c on c.id = p.concert_id
    where h.cart_id = k.id and not (c.onsale and c.published_at is not null)
  ), (
    select to_jsonb(d) from find_details(p_account, v_id) d
  ), (
    select jsonb_build_object('id', c.id, 'cart_id', c.cart_id, 'session_id', c.session_id,
      'amount_cents', c.amount_cents, 'intent_id', c.intent_id, 'client_secret', c.client_secret,
      'provider_session', c.provider_session, 'fingerprint', c.fingerprint)
    from checkout c where c.cart_id = k.id and c.closed_at is null and c.settled_at is null
  )
  from cart k where k.id = v_id;
end $function$;

CREATE OR REPLACE FUNCTION public.find_details(p_account bigint, p_cart bigint)
 RETURNS TABLE(id integer, first_name text, last_name text, street text, zip text, city text, country_id integer, email text)
 LANGUAGE sql
 STABLE
AS $function$
  select d.id, d.first_name, d.last_name, d.street, d.zip, d.city, d.country_id, coalesce(d.email, a.email)
  from delivery_details d
  left join account a on a.id = p_account
  where d.account_id = p_account or d.cart_id = p_cart
  order by d.account_id is null
  limit 1
$function$;

CREATE OR REPLACE FUNCTION public.find_hold_end(p_first timestamp with time zone, p_hold interval)
 RETURNS timestamp with time zone
 LANGUAGE sql
AS $function$
  select least(date_trunc('second', clock_timestamp() + p_hold), find_last_hold_end(p_first, p_hold))
$function$;

CREATE OR REPLACE FUNCTION public.find_job_key_mode(p_key text)
 RETURNS text
 LANGUAGE sql
 STABLE
AS $function$
  select case when exists (select from graphile_worker.jobs j where j.key = p_key)
    then 'replace' else 'unsafe_dedupe' end
$function$;

CREATE OR REPLACE FUNCTION public.find_last_hold_end(p_first timestamp with time zone, p_hold interval)
 RETURNS timestamp with time zone
 LANGUAGE sql
AS $function$
  select date_trunc('second', coalesce(p_first, clock_timestamp()) + 3 * p_hold)
$function$;

CREATE OR REPLACE FUNCTION public.find_network_problem(p_cart bigint, p_networks text[], p_products integer[], p_more integer[])
 RETURNS jsonb
 LANGUAGE plpgsql
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
declare
  v_more bigint;
  v_tenth integer;
  v_problem jsonb;
begin
  -- a call may add tickets of several concerts: the smallest one decides
  select sum(w.more), min(s.quantity) filter (where w.more > 0) / 10 into v_more, v_tenth
  from unnest(p_products, p_more) as w (product_id, more) join stock s using (product_id);
  if not 0 < any (p_more) then return null; end if;

  perform pg_advisory_xact_lock(hashtextextended(p_networks[cardinality(p_networks)], 0));
  -- a statement for each network: IPv4 addresses, most of all, have one
  select jsonb_build_object('retryAfter',
    ceil(extract(epoch from min(k.release_at) - clock_timestamp()))) into v_problem
  from (
    select id, release_at from cart
    where network = p_networks[1] and release_at > clock_timestamp() and ended_at is null and id <> p_cart
    union all
    select id, release_at from cart where id = p_cart
  ) k
  left join hold h on h.cart_id = k.id
  having coalesce(sum(h.quantity), 0) + v_more > greatest(40, v_tenth);
  if v_problem is not null or cardinality(p_networks) = 1 then return v_problem; end if;
  return (
    select jsonb_build_object('retryAfter',
      ceil(extract(epoch from min(k.release_at) - clock_timestamp())))
    from (
      select id, release_at from cart
      where larger_network = p_networks[2] and release_at > clock_timestamp() and ended_at is null
        and id <> p_cart
      union all
      select id, release_at from cart where id = p_cart
    ) k
    left join hold h on h.cart_id = k.id
    having coalesce(sum(h.quantity), 0) + v_more > greatest(200, v_tenth)
  );
end $function$;

CREATE OR REPLACE FUNCTION public.find_stock_problem(p_products integer[], p_types integer[], p_more integer[], OUT outcome text, OUT problem jsonb)
 RETURNS record
 LANGUAGE plpgsql
 STABLE
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
begin
  if exists (
    select from (
      select w.product_id, sum(w.more) as more
      from unnest(p_products, p_more) as w (product_id, more) group by w.product_id
    ) as change
    join stock s using (product_id)
    where change.more > 0 and s.sold + s.held + change.more > s.quantity
  ) then outcome := 'too_few'; return; end if;

  select 'limit', jsonb_build_object('reason', 'quota', 'limit', q.quantity - q.sold - q.held)
  into outcome, problem
  from unnest(p_types, p_more) as w (type_id, more)
  join ticket_quota q on q.ticket_type_id = w.type_id
  where w.more > 0 and q.sold + q.held + w.more > q.quantity
  order by w.type_id limit 1;
end $function$;

CREATE OR REPLACE FUNCTION public.find_whole_hold_end(p_expires timestamp with time zone, p_first timestamp with time zone, p_hold interval)
 RETURNS timestamp with time zone
 LANGUAGE sql
 STABLE
AS $function$
  select greatest(p_expires, date_trunc('second', p_first + p_hold))
$function$;

CREATE OR REPLACE FUNCTION public.fold_query(p_text text)
 RETURNS tsquery
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
AS $function$
  select string_agg('''' || word || ''':*', ' & ')::tsquery
  from regexp_split_to_table(p_text, '\s+') token, unnest(public.fold_words(
    -- in parts only: the whole would demand the same punctuation
    regexp_replace(token, '[^[:alnum:]%_\u0080-\uffff]+', ' ', 'g'))) word
$function$;

CREATE OR REPLACE FUNCTION public.fold_vector(p_text text)
 RETURNS tsvector
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT COST 5000
AS $function$ select array_to_tsvector(public.fold_words(p_text)) $function$;

CREATE OR REPLACE FUNCTION public.fold_words(p_text text)
 RETURNS text[]
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE STRICT COST 5000
AS $function$
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
end $function$;

CREATE OR REPLACE FUNCTION public.freeze_cart(p_session uuid, p_account bigint, p_seen jsonb, p_language text, p_fingerprint text, p_cents integer, p_delivery_cents integer, p_details jsonb, p_terms text, p_hold_minutes integer, p_grace_seconds integer)
 RETURNS TABLE(id bigint, cart_id bigint, session_id uuid, amount_cents integer, intent_id text, client_secret text)
 LANGUAGE plpgsql
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
declare
  v_cart record;
  v_id bigint;
  v_end timestamptz;
begin
  perform lock_cart(p_session);
  select * into v_cart from find_cart_to_freeze(p_session, p_account);
  if not found or to_jsonb(v_cart) is distinct from p_seen then return; end if;
  v_id := (v_cart.open_checkout ->> 'id')::bigint;
  if v_id is null then
    insert into checkout (cart_id, session_id, account_id, language, fingerprint, amount_cents,
      delivery_method, delivery_cents, details, terms_version)
    values (v_cart.id, p_session, p_account, p_language, p_fingerprint, p_cents,
      v_cart.delivery_method, p_delivery_cents, p_details, p_terms)
    returning checkout.id into v_id;
    insert into checkout_line (checkout_id, ticket_type_id, product_id, quantity, price_cents)
    select v_id, l.ticket_type_id, l.product_id, l.quantity, l.price_cents
    from jsonb_to_recordset(v_cart.lines)
      as l (ticket_type_id integer, product_id integer, quantity integer, price_cents integer);
  else
    -- only a changed row is written: most calls change nothing
    update checkout c set language = p_language, terms_version = p_terms
    where c.id = v_id and (c.language, c.terms_version) is distinct from (p_language, p_terms);
  end if;
  select case when k.payment_extended_at is null
    -- a second more than p_hold_minutes: holds end at whole seconds
    then greatest(k.expires_at, find_hold_end(null, make_interval(mins => p_hold_minutes, secs => 1)))
    else k.expires_at end into v_end
  from cart k where k.id = v_cart.id;
  update cart k set expires_at = v_end, release_at = v_end + make_interval(secs => p_grace_seconds),
    payment_extended_at = coalesce(k.payment_extended_at, clock_timestamp())
  where k.id = v_cart.id;
  return query
  select c.id, c.cart_id, c.session_id, c.amount_cents, c.intent_id, c.client_secret
  from checkout c where c.id = v_id;
end $function$;

CREATE OR REPLACE FUNCTION public.has_cancelled_concert(p_products integer[])
 RETURNS boolean
 LANGUAGE sql
 STABLE
AS $function$
  select exists (
    select from product p join concert c on c.id = p.concert_id
    where p.id = any (p_products) and c.cancelled_at is not null
  )
$function$;

CREATE OR REPLACE FUNCTION public.has_expired_holds(p_products integer[])
 RETURNS boolean
 LANGUAGE sql
 STABLE
AS $function$
  select exists (
    select from hold h join cart k on k.id = h.cart_id
    where h.product_id = any (p_products) and k.release_at <= clock_timestamp()
  )
$function$;

CREATE OR REPLACE FUNCTION public.has_pending_job(p_key text)
 RETURNS boolean
 LANGUAGE sql
 STABLE
AS $function$
  select exists (
    select from graphile_worker.jobs j
    where j.key = p_key and (j.attempts < j.max_attempts or j.locked_at is not null)
  )
$function$;

CREATE OR REPLACE FUNCTION public.has_short_hold(p_cart bigint)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
begin
  if exists (select from cart where id = p_cart and delivery_method is not null)
    or exists (select from delivery_details where cart_id = p_cart) then return false; end if;
  return exists (
    select from stock s
    where s.product_id in (select product_id from hold where cart_id = p_cart)
      and s.held * 10 > (s.quantity - s.sold) * 3
      and exists (
        select from hold h join cart k on k.id = h.cart_id
        where h.product_id = s.product_id and k.release_at > clock_timestamp() and k.delivery_method is null
          and not exists (select from delivery_details d where d.cart_id = k.id)
        having sum(h.quantity) * 10 > (s.quantity - s.sold) * 3
      )
  );
end $function$;

CREATE OR REPLACE FUNCTION public.hash_checkout(p_checkout checkout)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select left(encode(sha256(convert_to(p_checkout.id || '/' || p_checkout.session_id, 'UTF8')), 'hex'), 32)
$function$;

CREATE OR REPLACE FUNCTION public.hold_tickets(p_products integer[], p_types integer[], p_more integer[], p_is_simple boolean, OUT outcome text, OUT problem jsonb, OUT may_be_scarce boolean)
 RETURNS record
 LANGUAGE plpgsql
AS $function$
declare
  v_products integer[];
  v_has_released boolean := false;
begin
  -- Most requests add tickets of one product with plenty left; one update handles them.
  if p_is_simple and cardinality(p_products) = 1 then
    update stock set held = held + p_more[1]
    where product_id = p_products[1] and sold + held + p_more[1] <= quantity
    returning held * 10 > (quantity - sold) * 3 into may_be_scarce;
  end if;
  if may_be_scarce is null then
    may_be_scarce := true;
    v_products := array(select distinct unnest(p_products) order by 1);
    perform from stock where product_id = any (v_products) order by product_id for update;
    -- Expired holds are released only when too few tickets are left, because finding them reads other carts.
    loop
      select s.outcome, s.problem into outcome, problem from find_stock_problem(p_products, p_types, p_more) s;
      exit when outcome is null;
      if v_has_released then
        if has_expired_holds(v_products) then outcome := 'busy'; end if;
        return;
      end if;
      perform release_expired_holds(v_products);
      v_has_released := true;
    end loop;
    update stock s set held = s.held + change.more
    from (
      select w.product_id, sum(w.more)::integer as more
      from unnest(p_products, p_more) as w (product_id, more) group by w.product_id
    ) as change
    where s.product_id = change.product_id and change.more <> 0;
  end if;
  -- always, and in a separate statement, to see what was committed before we locked the stock: a quota may be new
  update ticket_quota q set held = q.held + w.more
  from unnest(p_types, p_more) as w (type_id, more)
  where q.ticket_type_id = w.type_id and w.more <> 0;
  -- likewise: while this waited for the stock, the sale may have ended, or a type may no longer be offered or exist
  if exists (
    select from unnest(p_products, p_types, p_more) as w (product_id, type_id, more)
    left join ticket_type t on t.id = w.type_id
    left join product p on p.id = t.product_id left join concert c on c.id = p.concert_id
    where w.more > 0 and (c.onsale and c.published_at is not null and t.is_offered) is not true
  ) then raise exception 'not on sale' using errcode = 'TK002'; end if;
end $function$;

CREATE OR REPLACE FUNCTION public.keep_off_sale()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  new.onsale := false;
  new.on_sale_from := null;
  new.on_sale_until := null;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.lock_cart(p_session uuid)
 RETURNS TABLE(id bigint, is_paying boolean)
 LANGUAGE plpgsql
AS $function$
declare
  v_id bigint;
begin
  select k.id into v_id from cart k
  where k.session_id = p_session and k.ended_at is null and k.expires_at > clock_timestamp() for update;
  if not found then return; end if;
  -- a separate statement, so that it sees what was committed before we got the lock
  return query select v_id, exists (
    select from checkout c where c.cart_id = v_id and c.closed_at is null and c.settled_at is null
  );
end $function$;

CREATE OR REPLACE FUNCTION public.lock_or_start_cart(p_session uuid, p_hold interval, p_networks text[], OUT id bigint, OUT is_new boolean, OUT is_paying boolean)
 RETURNS record
 LANGUAGE plpgsql
AS $function$
declare
  v_cart cart;
  v_now timestamptz;
begin
  is_paying := false;
  loop
    select * into v_cart from cart where session_id = p_session and ended_at is null for update;
    v_now := clock_timestamp();
    is_new := false;
    id := v_cart.id;
    if found and v_cart.expires_at > v_now then
      is_paying := exists (
        select from checkout where cart_id = v_cart.id and closed_at is null and settled_at is null
      );
      return;
    end if;
    if found then update cart k set ended_at = v_now where k.id = v_cart.id; end if;
    insert into cart as k (session_id, expires_at, release_at, first_hold_at, network, larger_network)
    select p_session, e.ends_at, e.ends_at, v_now, p_networks[1], p_networks[2]
    from find_hold_end(null, p_hold) as e (ends_at)
    on conflict (session_id) where ended_at is null do nothing
    returning k.id into id;
    -- no row: a concurrent request of this session has inserted a cart; the next iteration locks it
    is_new := found;
    exit when is_new;
  end loop;
end $function$;

CREATE OR REPLACE FUNCTION public.move_sales()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
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
end $function$;

CREATE OR REPLACE FUNCTION public.order_words(p_order_no text, p_details jsonb, p_contact text)
 RETURNS tsvector
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  select public.fold_vector(p_order_no || ' ' || coalesce(p_details->>'first_name', '') || ' '
    || coalesce(p_details->>'last_name', '') || ' ' || coalesce(p_details->>'email', '') || ' '
    || coalesce(p_contact, ''))
$function$;

CREATE OR REPLACE FUNCTION public.protect_audit_event()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'DELETE' and old.created_at < (case
      when old.command in ('staff:sign-in', 'staff:sign-in-failed', 'staff:sign-out', 'access:refused')
        then now() - interval '12 months'
      else date_trunc('year', now() at time zone 'Europe/Berlin') at time zone 'Europe/Berlin' - interval '8 years'
    end) then
    return old;
  end if;
  raise exception 'the audit log cannot be changed';
end $function$;

CREATE OR REPLACE FUNCTION public.refuse_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception 'a % cannot be changed once made', tg_table_name;
end $function$;

CREATE OR REPLACE FUNCTION public.release_all_expired_holds()
 RETURNS void
 LANGUAGE plpgsql
AS $function$
declare
  v_products integer[];
begin
  v_products := array(
    select distinct h.product_id from hold h join cart k on k.id = h.cart_id
    where k.release_at <= clock_timestamp() order by 1
  );
  perform from stock where product_id = any (v_products) order by product_id for update;
  perform release_expired_holds(v_products);
end $function$;

CREATE OR REPLACE FUNCTION public.release_cart(p_cart bigint)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  perform from stock
  where product_id in (select product_id from hold where cart_id = p_cart)
  order by product_id for update;
  with mine as (
    delete from hold where cart_id = p_cart returning product_id, ticket_type_id, quantity
  ), quotas as (
    update ticket_quota q set held = q.held - mine.quantity
    from mine where q.ticket_type_id = mine.ticket_type_id
  )
  update stock s set held = s.held - mine.quantity
  from (select product_id, sum(quantity)::integer as quantity from mine group by product_id) mine
  where s.product_id = mine.product_id;
  update cart set ended_at = coalesce(ended_at, clock_timestamp()) where id = p_cart;
end $function$;

CREATE OR REPLACE FUNCTION public.release_expired_holds(p_products integer[])
 RETURNS void
 LANGUAGE sql
AS $function$
  with expired as (
    select k.id
    from cart k
    where k.release_at <= clock_timestamp()
      and k.id in (select h.cart_id from hold h where h.product_id = any (p_products))
    for update skip locked
  ), released as (
    delete from hold h using expired
    where h.cart_id = expired.id and h.product_id = any (p_products)
    returning h.product_id, h.ticket_type_id, h.quantity
  ), quotas as (
    update ticket_quota q set held = q.held - g.quantity
    from (select ticket_type_id, sum(quantity)::integer as quantity from released group by 1) g
    where q.ticket_type_id = g.ticket_type_id
  )
  update stock s set held = s.held - g.quantity
  from (select product_id, sum(quantity)::integer as quantity from released group by product_id) g
  where s.product_id = g.product_id
$function$;

CREATE OR REPLACE FUNCTION public.restart_hold(p_cart bigint, p_hold interval, p_networks text[], p_is_new boolean, p_has_more boolean)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
declare
  v_is_short boolean := p_networks is not null and has_short_hold(p_cart);
  v_hold interval := case when v_is_short then least(p_hold, interval '5 minutes') else p_hold end;
  v_is_moved boolean := p_networks is not null and p_has_more;
  v_cart cart;
  v_end timestamptz;
begin
  if p_is_new and not v_is_short then return; end if;
  -- as in choose_delivery, by its id alone
  select * into v_cart from cart where id = p_cart;
  if v_cart.ended_at is not null then return; end if;
  v_end := find_hold_end(case when not p_is_new then v_cart.first_hold_at end, v_hold);
  update cart k
  set first_hold_at = coalesce(k.first_hold_at, clock_timestamp()),
      expires_at = case when p_is_new then v_end else greatest(k.expires_at, v_end) end,
      release_at = case when p_is_new then v_end else greatest(k.release_at, v_end) end,
      network = case when v_is_moved then p_networks[1] else k.network end,
      larger_network = case when v_is_moved then p_networks[2] else k.larger_network end
  where k.id = p_cart;
end $function$;

CREATE OR REPLACE FUNCTION public.save_guest_details(p_session uuid, p_hold interval, p_unfit text[], p_first_name text, p_last_name text, p_street text, p_zip text, p_city text, p_country integer, p_email text)
 RETURNS integer
 LANGUAGE plpgsql
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
declare
  v_cart record;
  v_details integer;
begin
  loop
    select * into v_cart from lock_cart(p_session);
    exit when found;
    update cart set ended_at = clock_timestamp()
    where session_id = p_session and ended_at is null and expires_at <= clock_timestamp();
    insert into cart (session_id, expires_at, release_at)
    select p_session, e.ends_at, e.ends_at from find_hold_end(null, p_hold) as e (ends_at)
    on conflict (session_id) where ended_at is null do nothing;
  end loop;
  if v_cart.is_paying then
    -- unchanged details leave the payment open
    select id into v_details from delivery_details
    where cart_id = v_cart.id
      and (first_name, last_name, street, zip, city, country_id, email)
        is not distinct from (p_first_name, p_last_name, p_street, p_zip, p_city, p_country, p_email);
    return v_details;
  end if;

  insert into delivery_details (cart_id, first_name, last_name, street, zip, city, country_id, email)
  values (v_cart.id, p_first_name, p_last_name, p_street, p_zip, p_city, p_country, p_email)
  on conflict (cart_id) do update set first_name = excluded.first_name,
    last_name = excluded.last_name, street = excluded.street, zip = excluded.zip,
    city = excluded.city, country_id = excluded.country_id, email = excluded.email, updated_at = now()
  returning id into v_details;
  -- as complete_hold does, in one statement; most carts stay as they are
  update cart k set delivery_method = case when k.delivery_method = any (p_unfit) then null else k.delivery_method end,
    expires_at = find_whole_hold_end(k.expires_at, k.first_hold_at, p_hold),
    release_at = k.release_at + (find_whole_hold_end(k.expires_at, k.first_hold_at, p_hold) - k.expires_at)
  where k.id = v_cart.id and (k.delivery_method = any (p_unfit)
    or k.expires_at < find_whole_hold_end(k.expires_at, k.first_hold_at, p_hold));
  return v_details;
end $function$;

CREATE OR REPLACE FUNCTION public.save_holds(p_cart bigint, p_mode text, p_products integer[], p_types integer[], p_quantities integer[])
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  insert into hold as h (cart_id, ticket_type_id, product_id, quantity)
  select p_cart, w.type_id, w.product_id, w.quantity
  from unnest(p_products, p_types, p_quantities) as w (product_id, type_id, quantity)
  where w.quantity > 0
  on conflict (cart_id, ticket_type_id) do update
    set quantity = case p_mode when 'add' then h.quantity + excluded.quantity else excluded.quantity end;
  if p_mode = 'set' then
    delete from hold h
    using unnest(p_types, p_quantities) as w (type_id, quantity)
    where w.quantity = 0 and h.cart_id = p_cart and h.ticket_type_id = w.type_id;
    update cart set ended_at = clock_timestamp()
    where id = p_cart and not exists (select from hold where cart_id = p_cart);
  end if;
end $function$;

CREATE OR REPLACE FUNCTION public.sell_available_tickets(p_cart bigint, p_products integer[], p_types integer[], p_quantities integer[])
 RETURNS boolean
 LANGUAGE plpgsql
AS $function$
begin
  perform from stock
  where product_id = any (p_products) or product_id in (select product_id from hold where cart_id = p_cart)
  order by product_id for update;
  if p_cart is not null then
    perform release_cart(p_cart);
  end if;
  if (find_stock_problem(p_products, p_types, p_quantities)).outcome is not null then
    perform release_expired_holds(p_products);
    if (find_stock_problem(p_products, p_types, p_quantities)).outcome is not null then
      if has_expired_holds(p_products) then
        raise exception 'another transaction is releasing expired holds' using errcode = '40001';
      end if;
      raise exception 'too few tickets' using errcode = 'TK001';
    end if;
  end if;
  perform count_sold(p_products, p_types, p_quantities, false);
  return true;
exception
  when sqlstate 'TK001' then return false;
end $function$;

CREATE OR REPLACE FUNCTION public.sell_held_tickets(p_cart bigint, p_products integer[], p_types integer[], p_quantities integer[])
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  -- several products are locked first, in order of their ids; the update locks a single one by itself
  if cardinality(p_types) > 1 then
    perform from stock where product_id = any (p_products) order by product_id for update;
  end if;
  perform count_sold(p_products, p_types, p_quantities, true);
  delete from hold where cart_id = p_cart;
  update cart set ended_at = coalesce(ended_at, clock_timestamp()) where id = p_cart;
end $function$;

CREATE OR REPLACE FUNCTION public.settle_paid(p_intent text, p_cents integer, p_key text, p_order_no text, p_event text, p_event_type text, p_card_brand text DEFAULT NULL::text, p_card_last4 text DEFAULT NULL::text)
 RETURNS bigint
 LANGUAGE plpgsql
 SET plan_cache_mode TO 'force_generic_plan'
 SET enable_seqscan TO 'off'
AS $function$
declare
  v_checkout checkout;
begin
  perform set_config('synchronous_commit', 'off', true);
  perform from cart where id = (select cart_id from checkout where intent_id = p_intent) for update;
  select * into v_checkout from checkout where intent_id = p_intent for update;
  if not found or v_checkout.closed_at is not null
    or v_checkout.amount_cents <> p_cents or hash_checkout(v_checkout) <> p_key
  then return null; end if;
  if v_checkout.settled_at is null then
    if create_order(v_checkout.id, p_order_no, p_card_brand, p_card_last4) is null then return null; end if;
  elsif not exists (select from orders where checkout_id = v_checkout.id) then return null;
  end if;
  if p_event is not null then
    insert into payment_event (id, type, object_id) values (p_event, p_event_type, p_intent)
    on conflict (id) do nothing;
  end if;
  return v_checkout.id;
end $function$;

CREATE OR REPLACE FUNCTION public.wait_for_expired_holds(p_products integer[])
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  perform from cart k
  where k.release_at <= clock_timestamp()
    and k.id in (select h.cart_id from hold h where h.product_id = any (p_products))
  order by k.id for update;
end $function$;

