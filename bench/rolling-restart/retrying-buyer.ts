import { randomInt, randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { Buyer, type BuyerResponse } from '#test/buyer.ts';

/** Sums of the outcomes of all buyers. */
export interface Outcomes {
  calls: number;
  /** Calls repeated under their Idempotency-Key after 502, 503, 504, 409 with Retry-After, or no response. */
  retries: number;
  /** Retries by status; 0 is no response. */
  retriesByStatus: Record<number, number>;
  slowestMs: number;
}

/** Another process takes over the calls of a killed one after 30 s at the latest: retry for longer than that. */
const RETRY_DELAY_MS = 500;
const MAX_ATTEMPTS = 90;

/** A buyer with an IP address of its own, who retries like the site while the shop is unavailable. */
export class RetryingBuyer extends Buyer {
  readonly address: string = `10.${randomInt(256)}.${randomInt(256)}.${randomInt(256)}`;
  readonly #outcomes: Outcomes;

  constructor(shop: ConstructorParameters<typeof Buyer>[0], outcomes: Outcomes) {
    super(shop);
    this.#outcomes = outcomes;
  }

  override async call(method: 'GET' | 'POST', path: string, body?: object): Promise<BuyerResponse> {
    const outcomes = this.#outcomes;
    const headers = {
      'x-forwarded-for': this.address,
      ...(method === 'POST' ? { 'idempotency-key': randomUUID() } : {}),
    };
    const startedAt = performance.now();
    for (let attempt = 1; ; attempt++) {
      const response = await super.call(method, path, body, headers).catch(() => null);
      if (response !== null && !mayRetry(response)) {
        outcomes.calls++;
        outcomes.slowestMs = Math.max(outcomes.slowestMs, performance.now() - startedAt);
        return response;
      }
      if (attempt === MAX_ATTEMPTS) throw new Error(`${method} ${path} got no response`);
      outcomes.retries++;
      const status = response?.status ?? 0;
      outcomes.retriesByStatus[status] = (outcomes.retriesByStatus[status] ?? 0) + 1;
      await wait(RETRY_DELAY_MS);
    }
  }
}

function mayRetry({ status, headers }: BuyerResponse): boolean {
  return [502, 503, 504].includes(status) || (status === 409 && headers.has('retry-after'));
}
