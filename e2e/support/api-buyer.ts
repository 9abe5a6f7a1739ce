import type { APIRequestContext } from '@playwright/test';
import { expect } from '@playwright/test';
import { Buyer } from '#test/buyer.ts';
import type { Client } from '#test/http-client.ts';
import type { Concert } from './concerts.ts';

/** Another buyer, over the API: takes tickets away from a visitor. */
export class ApiBuyer {
  readonly #buyer: Buyer;

  constructor(request: APIRequestContext) {
    this.#buyer = new Buyer({ url: '' }, undefined, clientOf(request));
  }

  /** Holds tickets of the first type. */
  async hold({ productId, ticketTypes }: Concert, quantity: number): Promise<void> {
    const { body } = await this.#buyer.add({ productId, types: ticketTypes }, { quantity });
    expect(body).toMatchObject({ msgCode: 6102 });
  }

  async release(): Promise<void> {
    expect((await this.#buyer.clear()).status).toBe(200);
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
