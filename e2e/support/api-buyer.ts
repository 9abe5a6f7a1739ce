import type { APIRequestContext } from '@playwright/test';
import { expect } from '@playwright/test';
import { Buyer } from '#test/buyer.ts';
import type { Client } from '#test/http-client.ts';
import type { Concert } from './concerts.ts';

/** The maximum of tickets of a concert in one cart. */
const MAX_PER_CART = 10;

/** Other buyers, over the API: they take a visitor's tickets. */
export class ApiBuyer {
  readonly #client: Client;
  #buyers: Buyer[] = [];

  constructor(request: APIRequestContext) {
    this.#client = clientOf(request);
  }

  /** Holds tickets of the first type, in as many carts as necessary. */
  async hold({ productId, ticketTypes }: Concert, quantity: number): Promise<void> {
    for (let left = quantity; left > 0; left -= MAX_PER_CART) {
      const buyer = new Buyer({ url: '' }, undefined, this.#client);
      this.#buyers.push(buyer);
      const some = { quantity: Math.min(left, MAX_PER_CART) };
      const { body } = await buyer.add({ productId, types: ticketTypes }, some);
      expect(body).toMatchObject({ msgCode: 6102 });
    }
  }

  async release(): Promise<void> {
    for (const buyer of this.#buyers) expect((await buyer.clear()).status).toBe(200);
    this.#buyers = [];
  }
}

/** Sends JSON with Playwright's request context, which knows the shop's URL. */
function clientOf(request: APIRequestContext): Client {
  return async (method, path, { json, headers = {} } = {}) => {
    const response = await request.fetch(path, { method, headers, data: json });
    const text = await response.text();
    const body = text === '' ? undefined : (JSON.parse(text) as unknown);
    return { status: response.status(), headers: new Headers(response.headers()), text, body };
  };
}
