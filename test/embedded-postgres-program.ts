// Starts an embedded PostgreSQL, for the tests of starting and stopping it.
// Arguments: DATA_DIR. Prints `ready <pid> <socket directory>`; stops on SIGTERM.
import { Client } from 'pg';
import { createLog } from '#server/platform/log.ts';
import { startEmbeddedPostgres } from '#server/platform/embedded-postgres/embedded-postgres.ts';
import { failStart } from '#server/platform/errors.ts';

const dataDir = process.argv[2] ?? '';
const log = createLog({ level: 'info', readable: true });
try {
  const postgres = await startEmbeddedPostgres({ dataDir, log });
  const client = new Client(postgres.connection);
  client.on('error', () => undefined);
  await client.connect();
  await client.query('create table if not exists starts (at timestamptz default now())');
  await client.query('insert into starts default values');
  const { rows } = await client.query<{ n: string }>('select count(*) as n from starts');
  process.on('SIGTERM', () => {
    void client
      .end()
      .then(() => postgres.stop())
      .then(() => console.log('stopped'));
  });
  console.log(`ready ${postgres.pid()} ${postgres.connection.host} start ${rows[0]?.n}`);
} catch (error) {
  failStart(error);
}
