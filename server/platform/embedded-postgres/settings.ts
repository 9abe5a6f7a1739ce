/**
 * Settings of the embedded PostgreSQL. Given on the command line: what holds is what stands here, whatever
 * the cluster's own file says.
 */
export const embeddedSettings: Record<string, string> = {
  // Reached through a socket in a private directory, never through the network.
  listen_addresses: '',
  unix_socket_permissions: '0700',
  max_connections: '60',
  shared_buffers: '128MB',
  // One small disk and a few cores: the helper processes for reading cost more than they give.
  io_method: 'sync',
  // What is asked for lies in memory or on a solid disk: an index is worth it sooner than for a turning one.
  random_page_cost: '1.1',
  // A count over all orders must not take every core from those who buy: one is enough for it.
  max_parallel_workers_per_gather: '0',
  // Durability: a paid order survives a power cut. Holds relax this for themselves (see database.ts).
  fsync: 'on',
  full_page_writes: 'on',
  synchronous_commit: 'on',
  max_wal_size: '512MB',
  // A new piece of the log is not filled with zeros first: that is 16 MB, and whoever commits waits for them.
  wal_init_zero: 'off',
  max_wal_senders: '2',
  // A few hot rows (the stock counters) are updated very often: clean up behind them soon.
  autovacuum_naptime: '20s',
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_line_prefix: '',
  // No detail lines and no statements: they carry names and addresses.
  log_error_verbosity: 'terse',
  log_min_error_statement: 'panic',
  logging_collector: 'off',
};
