import { UNKNOWN_MASTER_DATA_ID } from '#contract/constants.ts';
import { api } from '../platform/api.ts';
import { getSessionId } from '../platform/session.ts';
import { outcomeOf, pauseBefore } from './payment-outcome.ts';

/** What became of a payment, as our server knows it. `unknown`: it could not be asked. */
export type Result =
  | { outcome: 'ordered'; token: string }
  | { outcome: 'unpaid' | 'refunded' | 'refused' | 'unknown'; message: string };

/** How often an unreachable server is asked before the page says so. */
const TRIES = 5;

/** Asks until the server knows: a processing payment for as long as it takes, never paying again. */
export async function askForOrder(
  paymentIntent: string,
  masterDataId: number | undefined,
  onProcessing: () => void,
): Promise<Result> {
  const input = {
    params: { sessionId: getSessionId() },
    body: { paymentIntent, master_data_id: masterDataId ?? UNKNOWN_MASTER_DATA_ID },
  };
  let unanswered = 0;
  for (let question = 0; ; question++) {
    try {
      const { data } = await api.call('completePayment', input, { ownStatuses: true });
      return { outcome: 'ordered', token: data.order_token };
    } catch (error) {
      const outcome = outcomeOf(error);
      const message = error instanceof Error ? error.message : '';
      if (outcome === 'processing') onProcessing();
      else if (outcome !== 'unreachable') return { outcome, message };
      else if (++unanswered >= TRIES) return { outcome: 'unknown', message };
    }
    await new Promise((resolve) => setTimeout(resolve, pauseBefore(question)));
  }
}
