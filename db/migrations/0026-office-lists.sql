-- What the lists of the office need to read by indexes only (docs/spec/office.md 13.2).

-- Folding a text takes about half a millisecond: the planner must take the index instead of folding every row again.
alter function fold_words(text) cost 5000;
alter function fold_vector(text) cost 5000;

-- Answered messages are few among those that are done.
create index contact_message_state on contact_message (state, id);
drop index contact_message_new;
