import { cancelExpiredPayments } from '#server/payment/cancel-payment.ts';
import { reconcile } from '#server/payment/reconcile.ts';
import { type Databases, openDatabases } from '#server/platform/database/database.ts';
import { startEmbeddedPostgres } from '#packages/embedded-postgres/embedded-postgres.ts';
import type { Sandbox } from '#packages/stripe-sandbox/start-sandbox.ts';
import { Buyer } from '../buyer.ts';
import { testLog } from '../database.ts';
import { advanceAll } from '../shop/advance-time.ts';
import { checkInvariants } from '../shop/check-invariants.ts';
import { startTestShop } from '../shop/start-test-shop.ts';

/** Starts the shop again, lets all holds expire, reconciles, and returns every violation. */
export async function compareAfterCrash(
  databases: Databases,
  sandbox: Sandbox,
  acknowledged: ReadonlySet<string>,
): Promise<string[]> {
  const shop = await startTestShop(databases, sandbox, { log: testLog });
  await sandbox.events.delivered();
  await advanceAll(databases.pool, 60);
  for (let round = 0; round < 3; round++) {
    while ((await cancelExpiredPayments(shop.payment)) > 0) continue;
    await reconcile(shop.payment);
    await shop.runJobs('execute-refund');
    await sandbox.events.delivered();
  }
  const violations = await checkInvariants(databases.pool, sandbox);
  for (const token of acknowledged) {
    const { status } = await new Buyer(shop).order(token);
    if (status !== 200) violations.push(`an acknowledged order responds with ${status}`);
  }
  await shop.close();
  return violations;
}

/** Runs `work` on the database of a DATA_DIR while no shop runs. */
export async function onDatabaseOf<T>(
  dataDir: string,
  work: (databases: Databases) => Promise<T>,
): Promise<T> {
  const postgres = await startEmbeddedPostgres({ dataDir, log: testLog });
  const databases = openDatabases(postgres.connection, testLog);
  try {
    return await work(databases);
  } finally {
    await databases.close();
    await postgres.stop();
  }
}
