// `npm run bench:growth -- [ORDERS] [SETTLE_SECONDS]`: the duration of every call and every recurring statement, on the
// demonstration and after five seasons with 200,000 orders and 100,000 accounts. Bar: none takes more than twice as
// long.
import { setTimeout as wait } from 'node:timers/promises';
import { createProbes, type Probe } from './growth/probes.ts';
import { FIVE_SEASONS, seedHistory } from './growth/seed-history.ts';
import { Durations } from './measure.ts';
import { addTicketsForSale } from './purchase.ts';
import { report, reportMachine, reportMax } from './report.ts';
import { startBenchShop } from './start-bench-shop.ts';

const size = { ...FIVE_SEASONS, orders: Number(process.argv[2] ?? FIVE_SEASONS.orders) };
/** How long the shop may draw the pictures of the new concerts before the measurement. */
const settleSeconds = Number(process.argv[3] ?? 60);
const MAX_RATIO = 2;
/** Smaller differences are noise of the machine. */
const NOISE_MS = 1;

/** The lower quartile in ms, since other load on the machine only adds time. */
async function measure({ run, count }: Probe): Promise<number> {
  const durations = new Durations();
  await run();
  for (let n = 0; n < count; n++) await durations.measure(run);
  return durations.percentile(0.25);
}

const shop = await startBenchShop();
try {
  const probes = await createProbes(shop, await addTicketsForSale(shop, 100_000));
  const before = new Map<string, number>();
  for (const probe of probes) before.set(probe.name, await measure(probe));
  const startedAt = performance.now();
  await seedHistory(shop.pool, size);
  console.log(`Seeded the history in ${((performance.now() - startedAt) / 1000).toFixed(0)} s`);
  await wait(settleSeconds * 1000);
  let slowCount = 0;
  for (const probe of probes) {
    const [small, large] = [before.get(probe.name) ?? 0, await measure(probe)];
    const isSlow = large > MAX_RATIO * small && large - small > NOISE_MS;
    if (isSlow) slowCount++;
    const name = probe.name.replace(/[0-9a-f]{8}-[-0-9a-f]{27}/, '…');
    const note = `${small.toFixed(1)} → ${large.toFixed(1)} ms${isSlow ? '  TOO SLOW' : ''}`;
    report(name, (large / small).toFixed(2), note);
  }
  reportMax(`more than ${MAX_RATIO} times as slow`, slowCount, 0);
  reportMachine();
} finally {
  await shop.stop();
}
