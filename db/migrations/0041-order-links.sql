-- Links to an order and its documents carry the generation in which they were made; raising it ends older ones.
alter table orders add link_generation smallint not null default 1;
