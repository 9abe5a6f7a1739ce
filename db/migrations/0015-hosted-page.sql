-- The provider's Checkout Session of a payment on its hosted page. Such a checkout gets its intent when the buyer
-- pays. Processes of the version before close it without expiring the session: a payment made there afterwards is
-- settled like any late one.
alter table checkout add column provider_session text unique;
-- a payment page that is opened again finds what its session has begun
create index checkout_of_session on checkout (session_id);
