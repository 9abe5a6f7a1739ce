// `npm run bench:growth`: the time of every call, and of what runs by itself, on the demonstration and after
// five seasons with 200,000 orders and 100,000 accounts. Bar: nothing is more than twice as slow.
import { availableParallelism, loadavg } from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';
import { FIVE_SEASONS, seedHistory } from './growth/seed-history.ts';
import { makeProbes, type Probe } from './growth/probes.ts';
import { row, Times } from './measure.ts';
import { createHotTicket } from './purchase.ts';
import { startShopProcess } from './shop-process.ts';

const size = { ...FIVE_SEASONS, orders: Number(process.argv[2] ?? FIVE_SEASONS.orders) };
/** In ms: what this short differs by is the machine. */
const NOISE = 1;

/** The lower quarter: what else runs on the machine only adds. */
async function measure({ run, times }: Probe): Promise<number> {
  const taken = new Times();
  await run();
  for (let i = 0; i < times; i++) await taken.of(run);
  return taken.at(0.25);
}

const shop = await startShopProcess();
try {
  const probes = await makeProbes(shop, await createHotTicket(shop, 100_000));
  const before = new Map<string, number>();
  for (const probe of probes) before.set(probe.name, await measure(probe));
  const began = performance.now();
  await seedHistory(shop.pool, size);
  console.log(`grown in ${((performance.now() - began) / 1000).toFixed(0)} s`);
  await wait(Number(process.argv[3] ?? 60) * 1000); // the new concerts' plates are drawn
  let slower = 0;
  for (const probe of probes) {
    const [small, large] = [before.get(probe.name) ?? 0, await measure(probe)];
    const isSlower = large > 2 * small && large - small > NOISE;
    if (isSlower) slower++;
    row(
      probe.name.replace(/[0-9a-f]{8}-[-0-9a-f]{27}/, '…'),
      (large / small).toFixed(2),
      `${small.toFixed(1)} → ${large.toFixed(1)} ms${isSlower ? '  TOO SLOW' : ''}`,
    );
  }
  row('more than twice as slow', String(slower));
  console.log(`${availableParallelism()} cores, load of the machine ${loadavg()[0]?.toFixed(1)}`);
} finally {
  await shop.stop();
}
