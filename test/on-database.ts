import type { Connection } from '#server/platform/database/open-pool.ts';

/** The connection to another database on the same server. */
export function onDatabase(connection: Connection, name: string): Connection {
  if (!('connectionString' in connection)) return { ...connection, database: name };
  const url = new URL(connection.connectionString);
  url.pathname = `/${name}`;
  return { connectionString: url.href };
}
