-- The office's limits are counted in `rate_limit`, too (server/operations/limits.ts).
drop table staff_attempt, staff_lock, staff_rate;
