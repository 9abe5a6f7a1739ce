import { expect } from 'vitest';
import { createLog } from '#server/platform/log.ts';
import { createTestDatabase } from '../database.ts';
import { openShop } from '../shop/open-shop.ts';
import { createWithoutThreads } from '../shop/without-threads.ts';
import { simulate } from './simulate.ts';

// failures are intended here: log none of them
const log = createLog({ level: 'silent', isReadable: false });

/**
 * Asserts that 240 steps of this seed, on two shops, break no rule of money and tickets; returns how many concerts were
 * cancelled.
 */
export async function checkSeed(seed: number): Promise<number> {
  const database = await createTestDatabase();
  const threads = createWithoutThreads(database.pool);
  const options = { database, log, providerTimeout: 300, threads };
  const first = await openShop(options);
  const second = await openShop({ ...options, sandbox: first.sandbox, takesWebhooks: false });
  const {
    log: story,
    violations,
    counts,
  } = await simulate([first, second], { seed, steps: 240, log });
  expect(violations, `npm run simulate -- --seed ${seed} --steps 240\n${story.join('\n')}`).toEqual(
    [],
  );
  // a simulation without orders would prove nothing
  expect(counts['orders']).toBeGreaterThan(0);
  expect(counts['closed']).toBeGreaterThan(0);
  return Number(counts['cancelled']);
}
