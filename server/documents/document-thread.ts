import { setTimeout as wait } from 'node:timers/promises';
import { workerData } from 'node:worker_threads';
import { openPool } from '../platform/database/open-pool.ts';
import {
  DeliveryError,
  createMailTransport,
  createLazyTransport,
} from '../platform/mail/mail-transport.ts';
import { sendWithDocuments, storeDocuments } from './store-documents.ts';
import type { ThreadSettings, ThreadTask, DeliveryFailure } from './document-threads.ts';

/** Idle connections close before their thread ends. */
const IDLE_MS = 5_000;
/** Pause after each order: makes calls of the shop faster, and 500 orders about 8 s slower. */
const PAUSE_BETWEEN_ORDERS_MS = 25;

const { connection, smtpUrl } = workerData as ThreadSettings;
// The caller logs failed tasks; a connection lost between two tasks needs no log entry.
const log = { warn: () => undefined };
const pool = openPool(connection, log, { max: 1, pipeline: true, idleTimeoutMillis: IDLE_MS });
const transport = createLazyTransport(() => createMailTransport(pool, smtpUrl), IDLE_MS);

/** Runs one task; called by the thread pool of document-threads.ts. */
export default async function runTask(task: ThreadTask): Promise<DeliveryFailure | null> {
  if (task.kind === 'store') {
    await oneAtATime(() => storeDocuments(pool, task.order));
    return null;
  }
  try {
    await sendWithDocuments(pool, transport, task.mail);
    return null;
  } catch (error) {
    if (!(error instanceof DeliveryError)) throw error;
    return { message: error.message, isPermanent: error.isPermanent };
  }
}

let previous: Promise<unknown> = Promise.resolve();

/** Runs one order's documents after the other's, with a pause in between. */
function oneAtATime(work: () => Promise<void>): Promise<void> {
  const done = previous.then(work);
  previous = done.catch(() => undefined).then(() => wait(PAUSE_BETWEEN_ORDERS_MS));
  return done;
}
