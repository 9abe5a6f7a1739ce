-- A text on every public page for a while (running.md 2): text in both languages, concert, until. A load of the
-- programme leaves it.
alter table festival add column notice jsonb;
