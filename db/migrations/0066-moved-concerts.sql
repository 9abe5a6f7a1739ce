-- Concerts are moved while tickets are sold (running.md 4): the tickets get new PDFs, and the old ones stay.
alter table concert
  -- the start that its visitors were told first; null unless it was moved
  add column postponed_from timestamptz,
  -- how often it was moved, taken back included
  add column moves integer not null default 0;

-- Of a ticket's PDF: the `moves` of its concert when it was drawn.
alter table document add column moves integer not null default 0;
alter table document drop constraint document_ticket_id_key;
create unique index document_of_ticket on document (ticket_id, moves);
