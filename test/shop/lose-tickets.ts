import { accepted, Buyer } from '../buyer.ts';
import { endHoldLongAgo } from './advance-time.ts';
import type { TestConcert } from './create-concert.ts';
import { loseWebhooks } from './drain.ts';
import type { TestShop } from './start-test-shop.ts';

/**
 * Lets a buyer pay for two tickets that somebody else has bought in the meantime (the concert has two). Returns the id
 * of the refund, which is requested and not yet executed; `refundState` is its first state at the provider.
 */
export async function loseTickets(
  shop: TestShop,
  buyer: Buyer,
  concert: TestConcert,
  refundState?: 'pending' | 'fails',
): Promise<number> {
  const { pool, sandbox } = shop;
  loseWebhooks(shop);
  await buyer.checkOut(concert, { quantity: 2 });
  buyer.pay('pm_card_processing');
  await endHoldLongAgo(pool, buyer);
  await accepted(new Buyer(shop).add(concert));
  sandbox.faults.endProcessing(buyer.intent, 'succeed');
  if (refundState !== undefined) sandbox.faults.nextRefund(refundState);
  const { status } = await buyer.complete();
  if (status !== 409) throw new Error(`completed with ${status} instead of 409`);
  const { rows } = await pool.query<{ id: number }>(`select id from refund where intent_id = $1`, [
    buyer.intent,
  ]);
  return rows[0]?.id ?? 0;
}
