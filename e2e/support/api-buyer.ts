import { randomUUID } from 'node:crypto';
import type { APIRequestContext } from '@playwright/test';
import { expect } from '@playwright/test';
import type { Concert } from './concerts.ts';

/** Somebody else, who buys over the API: for tickets that go away under a visitor's hands. */
export class ApiBuyer {
  readonly #request: APIRequestContext;
  readonly #sessionId = randomUUID();

  constructor(request: APIRequestContext) {
    this.#request = request;
  }

  /** Holds so many tickets of the first kind. */
  async hold({ productId, ticketTypes }: Concert, quantity: number): Promise<void> {
    const items = [{ productId, id: ticketTypes[0], quantity }];
    const data = { sessionId: this.#sessionId, items };
    const answer = await this.#request.post('/cart', { data });
    expect(await answer.json()).toMatchObject({ msgCode: 6102 });
  }

  async letGo(): Promise<void> {
    const answer = await this.#request.post('/cart/clear', {
      data: { sessionId: this.#sessionId },
    });
    expect(answer.ok()).toBe(true);
  }
}
