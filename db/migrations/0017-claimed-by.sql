-- The process that handles a request, by the name of its connections: when none of them is left, the process
-- has died and a repetition takes the request over at once.
alter table idempotent_request add column claimed_by text;
