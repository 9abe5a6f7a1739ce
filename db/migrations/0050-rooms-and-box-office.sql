-- The room of a work, where a concert has several; null: the concert's own venue.
alter table piece add column venue_id integer references venue;
-- A sold-out concert whose last tickets are at the box office.
alter table concert add column has_box_office_tickets boolean not null default false;
