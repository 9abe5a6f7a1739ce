-- The card that paid an order, for the office (docs/spec/office.md 7.2): its brand and last four digits, if the
-- provider says them. Older orders do not know theirs.
alter table orders add column card_brand text, add column card_last4 text;
