-- What the reports of the office read (docs/spec/coming/running.md 7).

-- Sums of the invoices of past days in Europe/Berlin, which never change; a job adds each day once it is over and its
-- invoices are drawn. Cancellation invoices are negative.
create table revenue_day (
  day date not null,
  series text not null check (series in ('invoice', 'cancellation')),
  tax_treatment text not null check (tax_treatment in ('exempt', 'reduced', 'small-business')),
  count integer not null,
  first_number integer not null,
  last_number integer not null,
  gross_cents bigint not null,
  tax_cents bigint not null,
  postage_cents bigint not null,
  primary key (day, series, tax_treatment)
);

-- Each payment, and each refund or dispute that returned one, as the provider's balance states it.
create table provider_transaction (
  id text primary key,
  intent_id text not null,
  -- the provider's id of the refund or dispute; null for the payment itself
  return_id text,
  fee_cents integer not null,
  payout_id text,
  -- the invoice or cancellation invoice about this money, with its date
  invoice_id bigint references invoice,
  issued_at timestamptz,
  created_at timestamptz not null
);
create index provider_transaction_of_invoice on provider_transaction (invoice_id);
create index provider_transaction_of_payout on provider_transaction (payout_id);
create index provider_transaction_by_invoice_date on provider_transaction (issued_at) include (fee_cents);
create index provider_transaction_unpaid on provider_transaction (created_at) where payout_id is null;
create index provider_transaction_without_invoice on provider_transaction (id) where invoice_id is null;
create index provider_transaction_by_date on provider_transaction (created_at);

-- Both series by date, in the place of an index of invoices only.
create index invoice_journal on invoice (issued_at, id) include (series, amount_cents);
drop index invoice_by_date;
