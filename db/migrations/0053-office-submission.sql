-- Forms of the office are claimed in idempotent_request (decision 13).
drop table office_submission;
