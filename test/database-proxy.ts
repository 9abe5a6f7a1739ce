import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import path from 'node:path';
import type { Connection } from '#server/platform/database/open-pool.ts';

/** A TCP proxy between the shop and its database: tests interrupt the connection with it. */
export interface DatabaseProxy {
  /** For `DATABASE_URL`. */
  connectionString: string;
  /** Drops all connections and accepts none until `reconnect`. */
  disconnect(): void;
  reconnect(): void;
  close(): void;
}

/** Starts a proxy in front of this database on an available port. */
export async function startDatabaseProxy(connection: Connection): Promise<DatabaseProxy> {
  const sockets = new Set<Socket>();
  let isConnected = true;
  const server = createServer((client) => {
    if (!isConnected) return void client.destroy();
    const database = connectTo(connection);
    for (const [from, to] of [
      [client, database],
      [database, client],
    ] as const) {
      sockets.add(from);
      from.on('error', () => to.destroy());
      from.on('close', () => {
        sockets.delete(from);
        to.destroy();
      });
      from.pipe(to);
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const disconnect = (): void => {
    isConnected = false;
    for (const socket of sockets) socket.destroy();
  };
  return {
    connectionString: connectionStringAt(port, connection),
    disconnect,
    reconnect: () => {
      isConnected = true;
    },
    close: () => {
      disconnect();
      server.close();
    },
  };
}

function connectTo(connection: Connection): Socket {
  if ('connectionString' in connection) {
    const { hostname, port } = new URL(connection.connectionString);
    return connect(Number(port || 5432), hostname);
  }
  return connect(path.join(connection.host, `.s.PGSQL.${connection.port}`));
}

function connectionStringAt(port: number, connection: Connection): string {
  if (!('connectionString' in connection)) {
    return `postgres://${connection.user}@127.0.0.1:${port}/${connection.database}`;
  }
  const url = new URL(connection.connectionString);
  url.host = `127.0.0.1:${port}`;
  return url.href;
}
