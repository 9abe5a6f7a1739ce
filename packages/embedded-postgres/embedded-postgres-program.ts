// Starts an embedded PostgreSQL, for the tests of starting and stopping it.
// Arguments: DATA_DIR, optionally an archive_command. Prints `ready <pid> <socket directory>`; stops on SIGTERM.
import { Client } from 'pg';
import { pino } from 'pino';
import { type ClusterArchive, startEmbeddedPostgres } from './embedded-postgres.ts';
import { StartError } from './errors.ts';

const [, , dataDir = '', archiveCommand] = process.argv;
const archiveWith = (archive_command: string): ClusterArchive => ({
  check: () => Promise.resolve(),
  prepare: () => Promise.resolve({ archive_mode: 'on', archive_command }),
});
const log = pino({ level: 'info' }, pino.destination({ sync: true }));
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
  if (!(error instanceof StartError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
