// The last step of a build: reads all that the server runs, so that Node keeps what it makes of it (run.mjs).
// The first start then need not translate it, nor load Node's translator: 11 MB in the process and in each thread.
import './start.ts';

/** What begins a process or a thread, and what is only loaded when it is needed. */
const entries = [
  'server/start-shop',
  'sandbox/start-sandbox',
  'server/platform/workers/supervise-workers',
  'server/worker',
  'server/orders/document-worker',
  'server/brochure/brochure-worker',
  'server/pictures/draw-worker',
];
// To be read is enough: outside of its thread such a script may fail.
await Promise.allSettled(entries.map((entry) => import(`../${entry}.ts`)));
process.exit();
