// `npm run simulate -- --seed N --steps M [--runs R]`: runs the simulation with R seeds from N on. The first seed
// that violates an invariant ends it and prints every step.
import { randomBytes } from 'node:crypto';
import { parseArgs } from 'node:util';
import { openDatabases } from '#server/platform/database/database.ts';
import { openPool } from '#server/platform/database/open-pool.ts';
import { createLog } from '#server/platform/log.ts';
import { migrate } from '#server/platform/database/migrate.ts';
import { findServer } from '../find-server.ts';
import { onDatabase } from '../on-database.ts';
import { ensureFestival } from '../shop/create-concert.ts';
import { startTestShop } from '../shop/start-test-shop.ts';
import { createWithoutThreads } from '../shop/without-threads.ts';
import { startTestSandbox } from '../shop/test-sandbox.ts';
import { simulate, type Simulated } from './simulate.ts';

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    steps: { type: 'string', default: '400' },
    runs: { type: 'string', default: '1' },
  },
});
const log = createLog({ level: 'silent', isReadable: false });
const server = await findServer();
const admin = openPool(server.connection, log, { max: 1 });
const template = await createDatabase('template0');
const tables = openPool(onDatabase(server.connection, template), log);
await migrate(tables, log);
await ensureFestival(tables);
await tables.end();

/** Creates a database of its own; returns its name. */
async function createDatabase(from: string): Promise<string> {
  const name = `festival_simulation_${randomBytes(6).toString('hex')}`;
  await admin.query(`create database ${name} template ${from} encoding 'UTF8' locale 'C'`);
  return name;
}

/** Runs one seed on a database of its own. */
async function run(seed: number, steps: number): Promise<Simulated> {
  const name = await createDatabase(template);
  const open = () => openDatabases(onDatabase(server.connection, name), log);
  const [one, two] = [open(), open()];
  const sandbox = await startTestSandbox();
  const options = { log, providerTimeout: 300, threads: createWithoutThreads(one.pool) };
  const first = await startTestShop(one, sandbox, options);
  const second = await startTestShop(two, sandbox, { ...options, takesWebhooks: false });
  try {
    return await simulate([first, second], { seed, steps, log });
  } finally {
    await Promise.all([first.close(), second.close(), sandbox.close()]);
    await Promise.all([one.close(), two.close()]);
    await admin.query(`drop database ${name} with (force)`);
  }
}

const first = Number(values.seed);
for (let seed = first; seed < first + Number(values.runs); seed++) {
  const { log: story, violations, counts } = await run(seed, Number(values.steps));
  console.log(`seed ${seed}: ${JSON.stringify(counts)}`);
  if (violations.length === 0) continue;
  console.log(story.join('\n'), `\n\nViolations with seed ${seed}:\n${violations.join('\n')}`);
  process.exitCode = 1;
  break;
}
await admin.query(`drop database ${template}`);
await admin.end();
await server.stop();
