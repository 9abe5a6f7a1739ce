-- What an order's documents said of its concerts when they were made; later documents about the sale say the same.
alter table orders add sold_concerts jsonb;
