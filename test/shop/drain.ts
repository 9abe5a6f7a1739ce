import { checkInvariants } from './check-invariants.ts';
import type { TestShop } from './start-test-shop.ts';

/**
 * Waits until all webhooks are delivered and all refunds executed; returns the violations, which must be
 * none.
 */
export async function drain(shop: TestShop): Promise<string[]> {
  shop.sandbox.faults.clear();
  for (let round = 0; round < 2; round++) {
    await shop.sandbox.events.delivered();
    await shop.runJobs('execute-refund');
  }
  await shop.sandbox.events.delivered();
  return await checkInvariants(shop.pool, shop.sandbox);
}

/** Drops all webhooks until `faults.clear()`. */
export function loseWebhooks(shop: Pick<TestShop, 'sandbox'>): void {
  shop.sandbox.faults.webhooks({ effect: 'drop', times: 1_000_000 });
}
