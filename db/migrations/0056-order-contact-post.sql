-- Where the tickets of an order are posted, if not to the buyer; since when they are delivered otherwise than bought.
alter table order_contact
  add column post_name text,
  add column street text,
  add column zip text,
  add column city text,
  add column delivery_changed_at timestamptz;
