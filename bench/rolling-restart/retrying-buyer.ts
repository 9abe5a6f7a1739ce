import { randomInt, randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { type Answered, Buyer } from '#test/buyer.ts';

/** What buyers met on their way. */
export interface Outcomes {
  calls: number;
  /** Answered with "away", "still working on it" or not at all: asked again under the same Idempotency-Key. */
  askedAgain: number;
  /** How often for which status; 0 is no answer. */
  reasons: Record<number, number>;
  /** In ms. */
  slowest: number;
}

/** A buyer with an address of their own who asks again when the shop is away, as the site does. */
export class RetryingBuyer extends Buyer {
  readonly address: string = `10.${randomInt(256)}.${randomInt(256)}.${randomInt(256)}`;
  readonly met: Outcomes;

  constructor(shop: ConstructorParameters<typeof Buyer>[0], met: Outcomes) {
    super(shop);
    this.met = met;
  }

  override async call(method: 'GET' | 'POST', path: string, body?: object): Promise<Answered> {
    const headers = {
      'x-forwarded-for': this.address,
      ...(method === 'POST' ? { 'idempotency-key': randomUUID() } : {}),
    };
    const began = performance.now();
    for (let tries = 1; ; tries++) {
      const answer = await super.call(method, path, body, headers).catch(() => null);
      if (answer !== null && !isForLater(answer)) {
        this.met.calls++;
        this.met.slowest = Math.max(this.met.slowest, performance.now() - began);
        return answer;
      }
      if (tries === MAX_ATTEMPTS) throw new Error(`${method} ${path} had no answer`);
      this.met.askedAgain++;
      const status = answer?.status ?? 0;
      this.met.reasons[status] = (this.met.reasons[status] ?? 0) + 1;
      await wait(PAUSE_MS);
    }
  }
}

/** In ms. What a killed process had begun is taken over after 30 s: that long it has to be asked for. */
const PAUSE_MS = 500;
const MAX_ATTEMPTS = 90;

function isForLater({ status, headers }: Answered): boolean {
  return [502, 503, 504].includes(status) || (status === 409 && headers.has('retry-after'));
}
