import path from 'node:path';
import { createApp, paymentTools, type AppParts } from './app.ts';
import { startCatalogue } from './concerts/catalogue.ts';
import { readEnv, type Env } from './env.ts';
import { openFestival } from './festival/festival-content.ts';
import { jobTasks, recurringJobs } from './jobs.ts';
import { closeServer, createHttpServer, createListener, listen } from './listen.ts';
import { findMedia } from './media.ts';
import { createMetrics } from './metrics.ts';
import { mountOperations } from './operations.ts';
import { cancelEndedPayments } from './payment/cancel-ended-payments.ts';
import { shareLine } from './pictures/share-line.ts';
import { createPictureStore, demoPictures } from './pictures/picture-store.ts';
import { checkDatabase, openDatabases, type Databases } from './platform/database.ts';
import { freeAllJobs } from './platform/job-workers.ts';
import { startJobs } from './platform/jobs.ts';
import { createLog, type Logger } from './platform/log.ts';
import { createDevMail } from './platform/mail/dev-mail.ts';
import { migrate } from './platform/migrate.ts';
import { startEmbeddedPostgres } from './platform/postgres/embedded-postgres.ts';
import { repeat } from './platform/repeat.ts';
import { createShutdown, type Shutdown } from './platform/shutdown.ts';
import { createSignedTokens } from './platform/signed-tokens.ts';
import { openProvider } from './open-provider.ts';
import { loadDemoIfEmpty } from './programme/load-demo.ts';
import { announce } from './announce.ts';
import { createSite } from './site/create-site.ts';
import { mountSiteFiles } from './site/site-files.ts';

/** In ms: how often ended payments are looked for ("within seconds", api.md, Cart). */
const ENDED_PAYMENTS_EVERY = 1000;

/** Starts everything, bottom to top; what was started is stopped in the opposite order. */
export async function startShop(): Promise<void> {
  const began = performance.now();
  const env = readEnv();
  const log = createLog({ level: env.logLevel, readable: !env.production });
  const shutdown = createShutdown(log);
  const databases = await startDatabase(env, log, shutdown);
  if (env.demo) await loadDemoIfEmpty(databases.db);

  const server = createHttpServer();
  let publicUrl = env.publicUrl;
  const festival = await openFestival(databases.db);
  const pictures = createPictureStore({
    readFrom: [demoPictures, path.join(env.dataDir, 'plates')],
    keepIn: path.join(env.dataDir, 'plates'),
    mediaUrl: env.mediaUrl ?? '',
    copyright: () => festival.content().coverCopyright,
    shareLine,
  });
  const catalogue = await startCatalogue(databases.db, log, async (concerts) => {
    await festival.reload();
    await pictures.prepare(concerts);
  });
  shutdown.add('catalogue', () => catalogue.stop());
  const { provider, sandbox } = await openProvider(env);
  shutdown.add('payment sandbox', async () => await sandbox?.close());

  let isStopping = false;
  const metrics = createMetrics(databases.pool);
  const parts: AppParts = {
    env,
    log,
    ...databases,
    tokens: createSignedTokens(env.appSecret),
    provider,
    catalogue,
    pictures,
    festival,
    publicUrl: () => publicUrl,
    onAnswer: metrics.observe,
  };
  const app = createApp(parts);
  mountOperations(app, {
    pool: databases.pool,
    metrics,
    metricsToken: env.metricsToken,
    isStopping: () => isStopping,
  });
  mountSiteFiles(app, { catalogue, publicUrl: () => publicUrl });
  if (!env.production && env.smtpUrl === undefined) app.route('/', createDevMail(databases.pool));
  const site = await createSite(parts, app, server);
  shutdown.add('site', async () => await site.dev?.close());
  server.on('request', createListener({ app, ...site, findMedia: findMedia(pictures), log }));

  const port = await listen(server, env.port, env.host);
  if (!env.publicUrlIsSet) publicUrl = `http://localhost:${port}`;
  sandbox?.setWebhookUrl(`http://127.0.0.1:${port}/payment/webhook`);

  const payment = paymentTools(parts);
  const jobs = await startJobs({
    pool: databases.pool,
    log,
    tasks: jobTasks({ ...parts, payment }),
    recurring: recurringJobs,
  });
  shutdown.add('jobs', () => jobs.stop());
  const ended = repeat(ENDED_PAYMENTS_EVERY, log, () => cancelEndedPayments(payment));
  shutdown.add('ended payments', () => ended.stop());
  shutdown.add('requests', async () => {
    isStopping = true;
    await closeServer(server);
  });
  announce({
    env,
    publicUrl,
    embedded: env.databaseUrl === undefined,
    milliseconds: performance.now() - began,
  });
}

/** The database, migrated; embedded unless DATABASE_URL names a server. */
async function startDatabase(env: Env, log: Logger, shutdown: Shutdown): Promise<Databases> {
  let connection: Parameters<typeof openDatabases>[0];
  if (env.databaseUrl === undefined) {
    const embedded = await startEmbeddedPostgres({
      dataDir: env.dataDir,
      log,
      onGone: (error) => {
        log.fatal({ err: error }, 'PostgreSQL cannot be kept running; the shop ends');
        process.exit(1);
      },
    });
    shutdown.add('database', () => embedded.stop());
    connection = embedded.connection;
  } else {
    connection = { connectionString: env.databaseUrl };
  }
  const databases = openDatabases(connection, log);
  shutdown.add('connections', () => databases.close());
  if (env.databaseUrl !== undefined) await checkDatabase(databases.pool);
  await migrate(databases.pool, log);
  // an embedded database dies with its owner: whoever held jobs is gone
  if (env.databaseUrl === undefined) await freeAllJobs(databases.pool);
  return databases;
}
