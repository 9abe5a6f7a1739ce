import { randomUUID } from 'node:crypto';
import http from 'node:http';
import { Buyer, type ConcertTickets } from '#test/buyer.ts';
import type { Client } from '#test/http-client.ts';
import { Durations } from '../measure.ts';
import { payInSandbox } from '../purchase.ts';
import type { BenchShop } from '../start-bench-shop.ts';

/** Buyers of one concert: the durations of their calls in ms, and how many of them succeeded. */
export class RushBuyers {
  readonly durations = {
    add: new Durations(),
    initiate: new Durations(),
    complete: new Durations(),
    purchase: new Durations(),
  };
  readonly outcomes = { bought: 0, soldOut: 0, failed: 0 };
  readonly #agent: http.Agent;
  readonly #shop: BenchShop;
  readonly #ticket: ConcertTickets;

  constructor(shop: BenchShop, ticket: ConcertTickets, concurrency: number) {
    this.#agent = new http.Agent({ keepAlive: true, maxSockets: concurrency });
    this.#shop = shop;
    this.#ticket = ticket;
  }

  /** Buys one ticket, from the first add to the order token, with a valid card. */
  async buy(): Promise<void> {
    const { durations, outcomes } = this;
    const shop = this.#shop;
    const buyer = new Buyer(shop, randomUUID(), this.#clientOf(shop.url));
    await durations.purchase.measure(async () => {
      const added = await durations.add.measure(() => buyer.add(this.#ticket));
      if (added.status === 409) return void outcomes.soldOut++;
      await buyer.details();
      await buyer.delivery('boxoffice');
      await durations.initiate.measure(() => buyer.initiate());
      await payInSandbox(shop, buyer.intent, this.#clientOf(shop.sandboxUrl));
      const done = await durations.complete.measure(() => buyer.complete());
      if (done.status === 200) outcomes.bought++;
      else outcomes.failed++;
    });
  }

  close(): void {
    this.#agent.destroy();
  }

  /** Sends JSON by node:http, which takes less processor time than `fetch`. */
  #clientOf(url: string): Client {
    return (method, path, { json } = {}) => {
      const content = json === undefined ? '' : JSON.stringify(json);
      const headers = {
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(content),
      };
      return new Promise((resolve, reject) => {
        const options = { method, agent: this.#agent, headers };
        const request = http.request(new URL(path, url), options, (response) => {
          let text = '';
          response.setEncoding('utf8');
          response.on('data', (chunk: string) => (text += chunk));
          response.on('end', () => {
            const body = text === '' ? undefined : (JSON.parse(text) as unknown);
            resolve({ status: response.statusCode ?? 0, headers: new Headers(), text, body });
          });
        });
        request.on('error', reject);
        request.end(content);
      });
    };
  }
}
