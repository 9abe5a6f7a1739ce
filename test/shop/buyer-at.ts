import { Buyer, type BuyersShop } from '../buyer.ts';
import { type Client, createClient } from '../http-client.ts';

/** A buyer whose calls come from this address, in a shop that limits calls. */
export function buyerAt(shop: BuyersShop, address: string): Buyer {
  const send = createClient(shop.url, 'de');
  const sendFrom: Client = (method, path, options) => {
    const headers = { ...options?.headers, 'x-forwarded-for': address };
    return send(method, path, { ...options, headers });
  };
  return new Buyer(shop, undefined, sendFrom);
}
