import { accepted, Buyer, type BuyersShop } from '../buyer.ts';
import type { TestConcert } from './create-concert.ts';

/** By default two online tickets. */
export interface PurchaseOptions {
  method?: string;
  quantity?: number;
  details?: Record<string, unknown>;
}

/** Buys tickets; returns the numbers of the order and of its payment. */
export async function buyOrder(
  shop: BuyersShop,
  concert: TestConcert,
  { method = 'onlineticket', quantity = 2, details = {} }: PurchaseOptions = {},
): Promise<{ orderNo: string; intent: string }> {
  const buyer = new Buyer(shop);
  await accepted(buyer.add(concert, { quantity }));
  await accepted(buyer.details(details));
  await accepted(buyer.delivery(method));
  await accepted(buyer.initiate());
  buyer.pay();
  const { body } = await accepted(buyer.complete());
  const order = await accepted(buyer.order(body.data?.order_token ?? ''));
  return { orderNo: order.body.data?.order_no ?? '', intent: buyer.intent };
}
