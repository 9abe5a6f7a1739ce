import { randomUUID } from 'node:crypto';
import http from 'node:http';
import { Times } from '../measure.ts';
import { guest, type HotTicket } from '../purchase.ts';
import type { ShopProcess } from '../shop-process.ts';

interface Answer {
  status: number;
  body: Record<string, unknown>;
}

/** Buyers of one concert, with what they met: their calls' times in ms, and how it ended for them. */
export class Buyers {
  readonly times = {
    add: new Times(),
    initiate: new Times(),
    complete: new Times(),
    whole: new Times(),
  };
  readonly outcome = { bought: 0, refused: 0, failed: 0 };
  readonly #agent: http.Agent;
  readonly #shop: ShopProcess;
  readonly #ware: HotTicket;

  constructor(shop: ShopProcess, ware: HotTicket, atOnce: number) {
    this.#agent = new http.Agent({ keepAlive: true, maxSockets: atOnce });
    this.#shop = shop;
    this.#ware = ware;
  }

  /** One ticket, from the first add to the order token, paid with a card that works. */
  async buy(): Promise<void> {
    const sessionId = randomUUID();
    const { url, sandboxUrl } = this.#shop;
    const { times, outcome } = this;
    await times.whole.of(async () => {
      const items = [{ productId: this.#ware.productId, id: this.#ware.typeId, quantity: 1 }];
      const added = await times.add.of(() => this.#post(`${url}/cart`, { sessionId, items }));
      if (added.status === 409) return void outcome.refused++;
      await this.#post(`${url}/delivery-details`, { sessionId, ...guest });
      await this.#post(`${url}/cart/delivery/${sessionId}`, {
        sessionId,
        deliveryMethod: 'boxoffice',
      });
      const opened = await times.initiate.of(() =>
        this.#post(`${url}/payment/initiate/${sessionId}`, {}),
      );
      const paymentIntent = String(opened.body['paymentIntent']);
      await this.#post(`${sandboxUrl}/sandbox/pay`, [paymentIntent]);
      const done = await times.complete.of(() =>
        this.#post(`${url}/payment/complete/${sessionId}`, { paymentIntent, master_data_id: 99 }),
      );
      if (done.status === 200) outcome.bought++;
      else outcome.failed++;
    });
  }

  goHome(): void {
    this.#agent.destroy();
  }

  #post(address: string, body: unknown): Promise<Answer> {
    const text = JSON.stringify(body);
    const headers = {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(text),
    };
    return new Promise((resolve, reject) => {
      const options = { method: 'POST', agent: this.#agent, headers };
      const request = http.request(address, options, (response) => {
        let answer = '';
        response.setEncoding('utf8');
        response.on('data', (chunk: string) => (answer += chunk));
        response.on('end', () => {
          const parsed = answer === '' ? {} : (JSON.parse(answer) as Answer['body']);
          resolve({ status: response.statusCode ?? 0, body: parsed });
        });
      });
      request.on('error', reject);
      request.end(text);
    });
  }
}
