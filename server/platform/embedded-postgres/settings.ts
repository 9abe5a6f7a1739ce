/**
 * Settings of the embedded PostgreSQL. They go on the command line, so that they override the cluster's own file.
 */
export const embeddedSettings: Record<string, string> = {
  // listens at a socket in a private directory, never on the network
  listen_addresses: '',
  unix_socket_permissions: '0700',
  max_connections: '60',
  shared_buffers: '128MB',
  // on one small disk and a few cores, reader processes cost more than they gain
  io_method: 'sync',
  // the data lies in memory or on a solid-state disk: an index pays off sooner
  random_page_cost: '1.1',
  // a count over all orders must not take every core from buyers: one is enough
  max_parallel_workers_per_gather: '0',
  // a paid order survives a power cut; holds relax this for themselves (database.ts)
  fsync: 'on',
  full_page_writes: 'on',
  synchronous_commit: 'on',
  max_wal_size: '512MB',
  // do not fill a new segment of the log with zeros first: 16 MB, for which commits would wait
  wal_init_zero: 'off',
  max_wal_senders: '2',
  // a few hot rows (the stock counters) change very often: clean up soon
  autovacuum_naptime: '20s',
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_line_prefix: '',
  // no detail lines and no statements: they contain names and addresses
  log_error_verbosity: 'terse',
  log_min_error_statement: 'panic',
  logging_collector: 'off',
};
