-- The office finds and erases a person by the contact of an order, too (docs/spec/office.md 8.1).
create index order_contact_email on order_contact (lower(email));
