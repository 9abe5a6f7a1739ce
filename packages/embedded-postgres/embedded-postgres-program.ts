// Starts an embedded PostgreSQL, for the tests of starting and stopping it.
// Arguments: DATA_DIR, optionally an archive_command. Prints `ready <pid> <socket directory>`; stops on SIGTERM.
import { Client } from 'pg';
import { createLog } from '#server/platform/log.ts';
import { type ClusterArchive, startEmbeddedPostgres } from './embedded-postgres.ts';
import { failStart } from '#server/platform/errors.ts';

const [, , dataDir = '', archiveCommand] = process.argv;
const archiveWith = (archive_command: string): ClusterArchive => ({
  check: () => Promise.resolve(),
  prepare: () => Promise.resolve({ archive_mode: 'on', archive_command }),
});
const log = createLog({ level: 'info', isReadable: true });
try {
  const postgres = await startEmbeddedPostgres({
    dataDir,
    log,
    ...(archiveCommand !== undefined && { archive: archiveWith(archiveCommand) }),
  });
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
      .then(() => process.stdout.write('stopped\n'));
  });
  process.stdout.write(`ready ${postgres.pid()} ${postgres.connection.host} start ${rows[0]?.n}\n`);
} catch (error) {
  failStart(error);
}
