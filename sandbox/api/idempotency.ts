import { createHash } from 'node:crypto';
import type { State } from '../state/open-state.ts';
import { ApiFailure } from './failure.ts';

/** An answer as it goes out: the body is JSON already, so that a replay is the same to the byte. */
export type Answer = {
  status: number;
  body: string;
  /** To be given again under the same key. */
  kept: boolean;
  replayed?: boolean;
  /** The caller does not get it: the line stays silent or is cut. */
  lost?: 'silence' | 'cut';
};

const KEY_LIFE_SECONDS = 24 * 3600;

/**
 * The same key gives the first answer again, a 500 too. Other parameters under it are refused
 * (400), a second call while the first is under way as well (409).
 */
export class Idempotency {
  readonly #state: State;
  readonly #underWay = new Set<string>();

  constructor(state: State) {
    this.#state = state;
  }

  async once(key: string, content: string, run: () => Promise<Answer>): Promise<Answer> {
    const fingerprint = createHash('sha256').update(content).digest('base64');
    const known = this.#state.keys.get(key);
    if (known && this.#state.now() - known.created < KEY_LIFE_SECONDS) {
      if (known.fingerprint !== fingerprint) throw otherParameters(key);
      return { status: known.status, body: known.body, kept: true, replayed: true };
    }
    if (this.#underWay.has(key)) throw inUse(key);
    this.#underWay.add(key);
    const keep = ({ status, body }: Answer): void => {
      this.#state.keys.save({ id: key, created: this.#state.now(), fingerprint, status, body });
    };
    try {
      const answer = await run();
      if (answer.kept) keep(answer);
      return answer;
    } finally {
      this.#underWay.delete(key);
    }
  }
}

function otherParameters(key: string): ApiFailure {
  return new ApiFailure(400, {
    type: 'idempotency_error',
    message:
      'Keys for idempotent requests can only be used with the same parameters they were first ' +
      `used with. Try using a key other than '${key}' if you meant to execute a different request.`,
  });
}

function inUse(key: string): ApiFailure {
  return new ApiFailure(409, {
    type: 'idempotency_error',
    code: 'idempotency_key_in_use',
    message: `There is currently another in-progress request using this idempotency key: ${key}.`,
  });
}
