import path from 'node:path';
import {
  demoBrochures,
  createBrochureStore,
  type BrochureStore,
} from '../brochure/brochure-store.ts';
import { findCoverImageFile } from '../cover-images/store-cover-image.ts';
import { startCatalogue } from '../programme/catalogue.ts';
import { createDocumentThreads } from '../documents/document-threads.ts';
import {
  createPictureStore,
  demoPictures,
  type PictureStore,
} from '../drawing/pictures/picture-store.ts';
import { seasonWords } from '../drawing/pictures/plan-pictures.ts';
import type { ShopDeps } from '../deps.ts';
import type { Env } from '../settings/env.ts';
import { loadFestival } from '../programme/festival-content.ts';
import { jobTasks, recurringJobs } from '../jobs.ts';
import { mountHealth } from '../monitoring/health.ts';
import { createProxyFaultReport } from '../invariants.ts';
import { createMetrics } from '../monitoring/metrics.ts';
import { cancelExpiredPayments } from '../payment/cancel-payment.ts';
import type { Databases } from '../platform/database/database.ts';
import {
  closeServer,
  createHttpServer,
  createRequestListener,
  limitConnections,
  listenWithManySockets,
} from '../edge/listen.ts';
import { createAddressOf } from '../platform/client-address.ts';
import { mountApi } from '../edge/api.ts';
import { MAX_MAILS, startJobRunner } from '../platform/jobs/job-runner.ts';
import type { Logger } from '../platform/log.ts';
import {
  createSecurityEventReporter,
  type ReportSecurityEvent,
} from '../platform/security/security-events.ts';
import { createDevMailbox } from '../platform/mail/dev-mailbox.ts';
import { runPeriodically } from '../platform/process/run-periodically.ts';
import type { Shutdown } from '../platform/process/shutdown.ts';
import { createSignedTokens } from '../platform/security/signed-tokens.ts';
import { createProvider, type ProviderSettings } from '../platform/stripe.ts';
import { createEdge } from '../edge/app.ts';
import { findMedia, mountSiteFiles } from '../edge/files.ts';
import { createPages, findCached } from '../edge/pages.ts';
import { createShopDeps } from './create-deps.ts';

/** How often expired payments are cancelled ("within seconds", api.md, Cart). */
const CANCEL_EXPIRED_EVERY_MS = 1000;

export interface ProcessDeps {
  env: Env;
  log: Logger;
  shutdown: Shutdown;
  databases: Databases;
  payment: ProviderSettings;
}

/** Starts everything that responds and works in one process: programme, API, pages, jobs. Returns the port. */
export async function startProcess(deps: ProcessDeps): Promise<number> {
  const { env, log, shutdown, databases, payment } = deps;
  const server = createHttpServer();
  let publicUrl = env.publicUrl;
  const metrics = createMetrics(databases.pool);
  const report = createSecurityEventReporter(log, metrics.countSecurityEvent);
  const { shop, pictures, brochures } = await createDeps(deps, () => publicUrl, report);

  let isStopping = false;
  const { pages, dev } = await createPages(shop, server, metrics.observeOperation);
  shutdown.add('site', async () => await dev?.close());
  const app = createEdge(
    { ...shop, onResponse: metrics.observe },
    {
      pages,
      findMedia: findMedia(
        pictures,
        brochures,
        (file) => findCoverImageFile(databases.pool, file),
        pages.isSecure,
      ),
      // without Stripe's keys, payments go to the sandbox
      sandboxUrl: env.stripe === undefined ? (payment.apiBase ?? null) : null,
    },
  );
  mountApi(app, shop);
  mountHealth(app, {
    pool: databases.pool,
    metrics,
    metricsToken: env.metricsToken,
    publicUrl: () => publicUrl,
    isStopping: () => isStopping,
  });
  mountSiteFiles(app, shop);
  if (!env.isProduction && env.smtpUrl === undefined)
    app.route(
      '/',
      createDevMailbox(databases.pool, env.isDevMailOpen, () => publicUrl),
    );
  server.on(
    'request',
    createRequestListener(app, { ...pages, findCached: findCached(pages), dev }),
  );

  limitConnections(server, log);
  const { port, sockets } = await listenWithManySockets(server, env.port, env.host);
  if (!env.hasPublicUrl) publicUrl = `http://localhost:${port}`;
  await startBackgroundWork(deps, shop);
  shutdown.add('requests', async () => {
    isStopping = true;
    await closeServer(server, sockets);
  });
  return port;
}

/** Loads the programme with its pictures, and creates what else the process needs. */
async function createDeps(
  { env, log, shutdown, databases, payment }: ProcessDeps,
  publicUrl: () => string,
  report: ReportSecurityEvent,
): Promise<{ shop: ShopDeps; pictures: PictureStore; brochures: BrochureStore }> {
  const festival = await loadFestival(databases.pool);
  const pictures = createPictureStore({
    sourceDirs: [demoPictures, path.join(env.dataDir, 'plates')],
    cacheDir: path.join(env.dataDir, 'plates'),
    mediaUrl: env.mediaUrl ?? '',
    log,
    copyright: () => festival.content().coverCopyright,
    seasonWords: (language) => seasonWords(festival.content(), language),
    look: () => festival.content().look,
  });
  const brochures = createBrochures(env, log, shutdown);
  shutdown.add('pictures', () => pictures.stop());
  const catalogue = await startCatalogue(databases.pool, log, {
    async prepare(concerts) {
      await festival.reload();
      await pictures.prepare(concerts);
      brochures.prepare(concerts, festival.content());
    },
    picturesVersion: () => pictures.version(),
  });
  shutdown.add('catalogue', () => catalogue.stop());
  const shop = createShopDeps({
    env,
    log,
    report,
    ...databases,
    tokens: createSignedTokens(env.appSecret),
    addressOf: createAddressOf(env.trustedProxies, createProxyFaultReport(databases.pool, log)),
    provider: createProvider(payment),
    catalogue,
    pictures,
    festival,
    publicUrl,
  });
  return { shop, pictures, brochures };
}

function createBrochures({ dataDir }: Env, log: Logger, shutdown: Shutdown): BrochureStore {
  const cacheDir = path.join(dataDir, 'brochures');
  const brochures = createBrochureStore({ sourceDirs: [demoBrochures, cacheDir], cacheDir, log });
  shutdown.add('brochures', () => brochures.stop());
  return brochures;
}

/** Starts the jobs and the cancelling of expired payments. Any number of processes may run both. */
async function startBackgroundWork(
  { env, log, shutdown, databases }: ProcessDeps,
  shop: ShopDeps,
): Promise<void> {
  const threads = createDocumentThreads({ connection: databases.connection, smtpUrl: env.smtpUrl });
  shutdown.add('document threads', () => threads.stop());
  const {
    'send-mail': sendMail,
    'make-documents': makeDocuments,
    ...tasks
  } = jobTasks({ ...shop, threads });
  const { pool } = shop;
  const jobs = await startJobRunner({ pool, log, tasks, recurring: recurringJobs });
  shutdown.add('jobs', () => jobs.stop());
  // on their own: a slow mail server must not delay documents, refunds and holds
  const mails = await startJobRunner({
    pool,
    log,
    tasks: { 'send-mail': sendMail },
    concurrency: MAX_MAILS,
  });
  shutdown.add('mails', () => mails.stop());
  // one at a time: drawing leaves a processor to the sale, and everything else does not wait for it
  const documents = await startJobRunner({
    pool,
    log,
    tasks: { 'make-documents': makeDocuments },
    concurrency: 1,
  });
  shutdown.add('documents', () => documents.stop());
  const expiry = runPeriodically(CANCEL_EXPIRED_EVERY_MS, log, () => cancelExpiredPayments(shop));
  shutdown.add('expired payments', () => expiry.stop());
}
