import { createHash } from 'node:crypto';
import type { State } from '../state/open-state.ts';
import { ApiFailure } from './failure.ts';

/** A response as it is sent. The body is JSON text, so that a replay equals it byte by byte. */
export type ApiResponse = {
  status: number;
  body: string;
  /** Whether a later call with the same key gets this response, too. */
  isStored: boolean;
  isReplayed?: boolean;
  /** The caller does not get it: no byte is sent, or the connection is cut. */
  lost?: 'silence' | 'cut';
};

const KEY_TTL_SECONDS = 24 * 3600;

/**
 * Replays the first response of an idempotency key, a 500 too. Rejects other parameters under the
 * same key (400) and a second call while the first is in progress (409).
 */
export class Idempotency {
  readonly #state: State;
  readonly #inProgress = new Set<string>();

  constructor(state: State) {
    this.#state = state;
  }

  async once(key: string, content: string, run: () => Promise<ApiResponse>): Promise<ApiResponse> {
    const fingerprint = createHash('sha256').update(content).digest('base64');
    const known = this.#state.keys.get(key);
    if (known && this.#state.now() - known.created < KEY_TTL_SECONDS) {
      if (known.fingerprint !== fingerprint) throw otherParameters(key);
      return { status: known.status, body: known.body, isStored: true, isReplayed: true };
    }
    if (this.#inProgress.has(key)) throw inUse(key);
    this.#inProgress.add(key);
    const store = ({ status, body }: ApiResponse): void => {
      this.#state.keys.save({ id: key, created: this.#state.now(), fingerprint, status, body });
    };
    try {
      const response = await run();
      if (response.isStored) store(response);
      return response;
    } finally {
      this.#inProgress.delete(key);
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
