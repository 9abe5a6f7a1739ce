import { setTimeout as wait } from 'node:timers/promises';
import { workerData } from 'node:worker_threads';
import { openPool } from '../platform/database/open-pool.ts';
import {
  DeliveryError,
  createMailTransport,
  createLazyTransport,
} from '../platform/mail/mail-transport.ts';
import { sendWithDocuments } from './send-with-documents.ts';
import type { ThreadSettings, ThreadTask, DeliveryFailure } from './document-threads.ts';
import { storeDocuments } from './store-documents.ts';

/** In ms: connections without work are closed sooner than their thread ends. */
const IDLE_MS = 5_000;
/** In ms, after each order: calls of the shop are quicker for it, and 500 orders are done some 8 s later. */
const PAUSE_BETWEEN_ORDERS_MS = 25;

const { connection, smtpUrl } = workerData as ThreadSettings;
// Whoever asked for the work logs what fails; of a connection lost between two works nobody needs to know.
const log = { warn: () => undefined };
const pool = openPool(connection, log, { max: 1, pipeline: true, idleTimeoutMillis: IDLE_MS });
const transport = createLazyTransport(() => createMailTransport(pool, smtpUrl), IDLE_MS);

/** Called by the threads of document-threads.ts. */
export default async function carryOut(asked: ThreadTask): Promise<DeliveryFailure | null> {
  if (asked.work === 'store') {
    await oneAtATime(() => storeDocuments(pool, asked.order));
    return null;
  }
  try {
    await sendWithDocuments(pool, transport, asked.mail);
    return null;
  } catch (error) {
    if (!(error instanceof DeliveryError)) throw error;
    return { message: error.message, permanent: error.permanent };
  }
}

let before: Promise<unknown> = Promise.resolve();

/** One order's documents after the other's, with a breath in between. */
function oneAtATime(work: () => Promise<void>): Promise<void> {
  const done = before.then(work);
  before = done.catch(() => undefined).then(() => wait(PAUSE_BETWEEN_ORDERS_MS));
  return done;
}
