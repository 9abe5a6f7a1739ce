-- The audit log holds no words of staff about customers (docs/spec/office.md 11): the reason of a refund is a note of
-- the order, which is erased and anonymized with it. NULL: a note by hand.
alter table order_note add column command text;
