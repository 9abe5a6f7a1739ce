import path from 'node:path';
import { createApp, createPaymentDeps, type AppDeps } from '../app.ts';
import { demoBrochures } from '../brochure/brochure-files.ts';
import { type BrochureStore, createBrochureStore } from '../brochure/brochure-store.ts';
import { startCatalogue } from '../concerts/catalogue.ts';
import type { Env } from '../env.ts';
import { loadFestival } from '../festival/festival-content.ts';
import { jobTasks, recurringJobs } from '../jobs.ts';
import { createRequestHandler, findCached } from '../site/route-request.ts';
import { createAddsFirst } from '../platform/adds-first.ts';
import { closeServer, createHttpServer, KEEP_ALIVE_MS } from '../listen.ts';
import { listenWidely } from '../listen-widely.ts';
import { findMedia } from '../site/find-media.ts';
import { createMetrics } from '../monitoring/metrics.ts';
import { mountHealth } from '../monitoring/health.ts';
import { cancelExpiredPayments } from '../payment/cancel-expired-payments.ts';
import {
  createPictureStore,
  demoPictures,
  type PictureStore,
} from '../drawing/pictures/picture-store.ts';
import { seasonWords, shareLine } from '../drawing/pictures/share-texts.ts';
import { createDocumentThreads } from '../documents/document-threads.ts';
import type { Databases } from '../platform/database/database.ts';
import { giveMemoryBack } from '../platform/give-memory-back.ts';
import { startJobRunner } from '../platform/jobs/job-runner.ts';
import type { Logger } from '../platform/log.ts';
import { createDevMailbox } from '../platform/mail/dev-mailbox.ts';
import { createInvoke } from '../platform/http/invoke.ts';
import { runPeriodically } from '../platform/process/run-periodically.ts';
import { createLoadMonitor, type LoadMonitor } from '../platform/process/load-monitor.ts';
import { createCallSchedule } from '../platform/schedule-calls.ts';
import type { Shutdown } from '../platform/process/shutdown.ts';
import { createSignedTokens } from '../platform/security/signed-tokens.ts';
import { createProvider, type ProviderSettings } from '../platform/stripe.ts';
import { createSandboxProxy, type SandboxProxy } from '../site/sandbox-proxy.ts';
import { openQuickLane } from '../quick-lane.ts';
import { createSite } from '../site/create-site.ts';
import { mountSiteFiles } from '../site/site-files.ts';

/** In ms: how often ended payments are looked for ("within seconds", api.md, Cart). */
const CANCEL_EXPIRED_EVERY_MS = 1000;

export interface ProcessDeps {
  env: Env;
  log: Logger;
  shutdown: Shutdown;
  databases: Databases;
  payment: ProviderSettings;
  /** Where several processes share the port: the metrics of all of them. */
  collectMetrics?: () => Promise<string>;
}

/** Everything that answers and works in one process: programme, API, pages, jobs. Gives the port. */
export async function startProcess(doors: ProcessDeps): Promise<number> {
  const { env, log, shutdown, databases } = doors;
  const server = createHttpServer();
  let publicUrl = env.publicUrl;
  const parts = await loadContent(doors, () => publicUrl);

  const rush = createLoadMonitor();
  const schedule = createCallSchedule(rush, createAddsFirst());
  let isStopping = false;
  const metrics = createMetrics(databases.pool, doors.collectMetrics);
  const app = createApp({ ...parts, onAnswer: metrics.observe });
  mountHealth(app, {
    pool: databases.pool,
    metrics,
    metricsToken: env.metricsToken,
    isStopping: () => isStopping,
  });
  mountSiteFiles(app, parts);
  if (!env.production && env.smtpUrl === undefined)
    app.route('/', createDevMailbox(databases.pool));
  const invoke = createInvoke(app, {
    schedule,
    onAnswer: metrics.observe,
    onUnexpected: (err, { requestId }) => log.error({ err, request: requestId }, 'A call failed'),
  });
  const site = await createSite(parts, { app, invoke, server });
  shutdown.add('site', async () => await site.dev?.close());
  server.on(
    'request',
    createRequestHandler({
      app,
      ...site,
      findMedia: findMedia(parts.pictures, parts.brochures),
      sandbox: findSandboxProxy(doors),
      schedule,
      log,
    }),
  );
  // in development Vite sees every request
  const lane =
    site.dev === undefined
      ? openQuickLane(server, findCached(site.site), KEEP_ALIVE_MS)
      : undefined;

  const { port, others } = await listenWidely(server, env.port, env.host);
  if (!env.publicUrlIsSet) publicUrl = `http://localhost:${port}`;
  await startBackgroundWork(doors, parts, rush);
  shutdown.add('requests', async () => {
    isStopping = true;
    await closeServer(server, lane, others);
  });
  return port;
}

/** Without Stripe's keys, payments go to the sandbox. */
function findSandboxProxy({ env, payment }: ProcessDeps): SandboxProxy | null {
  const address = env.stripe === undefined ? payment.apiBase : undefined;
  return address === undefined ? null : createSandboxProxy(address);
}

/** The programme with its pictures in memory, and what else the API works with. */
async function loadContent(
  { env, log, shutdown, databases, payment }: ProcessDeps,
  publicUrl: () => string,
): Promise<AppDeps & { pictures: PictureStore; brochures: BrochureStore }> {
  const festival = await loadFestival(databases.db);
  const pictures = createPictureStore({
    sourceDirs: [demoPictures, path.join(env.dataDir, 'plates')],
    cacheDir: path.join(env.dataDir, 'plates'),
    mediaUrl: env.mediaUrl ?? '',
    log,
    copyright: () => festival.content().coverCopyright,
    shareLine,
    seasonWords: (language) => seasonWords(festival.content(), language),
  });
  const brochures = createBrochures(env, log, shutdown);
  const catalogue = await startCatalogue(databases.db, log, async (concerts) => {
    await festival.reload();
    await pictures.prepare(concerts);
    brochures.prepare(concerts, festival.content());
  });
  shutdown.add('catalogue', () => catalogue.stop());
  const tokens = createSignedTokens(env.appSecret);
  const parts = {
    env,
    log,
    ...databases,
    tokens,
    provider: createProvider(payment),
    catalogue,
    pictures,
    festival,
    publicUrl,
  };
  return { ...parts, brochures };
}

function createBrochures({ dataDir }: Env, log: Logger, shutdown: Shutdown): BrochureStore {
  const cacheDir = path.join(dataDir, 'brochures');
  const brochures = createBrochureStore({ sourceDirs: [demoBrochures, cacheDir], cacheDir, log });
  shutdown.add('brochures', () => brochures.stop());
  return brochures;
}

/** Jobs, and the look at ended payments. Any number of processes may do both. */
async function startBackgroundWork(
  { env, log, shutdown, databases }: ProcessDeps,
  parts: AppDeps,
  rush: LoadMonitor,
): Promise<void> {
  const payment = createPaymentDeps(parts);
  const threads = createDocumentThreads({ connection: databases.connection, smtpUrl: env.smtpUrl });
  shutdown.add('document threads', () => threads.stop());
  const jobs = await startJobRunner({
    pool: parts.pool,
    log,
    tasks: jobTasks({ ...parts, payment, threads, loadMonitor: rush }),
    recurring: recurringJobs,
  });
  shutdown.add('jobs', () => jobs.stop());
  const ended = runPeriodically(CANCEL_EXPIRED_EVERY_MS, log, () => cancelExpiredPayments(payment));
  shutdown.add('ended payments', () => ended.stop());
  const memory = giveMemoryBack(rush, log);
  shutdown.add('memory', () => memory.stop());
}
