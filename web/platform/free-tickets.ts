import { msgCodes } from '#contract/codes.ts';
import { api } from './api.ts';
import { ApiError } from './api-error.ts';

/** Whether the server refused a change of the cart (6104): mostly because too few tickets are free. */
export const isRefusal = (error: unknown) =>
  error instanceof ApiError && error.msgCode === msgCodes.cartRefused;

/** How many tickets of a concert are free for everybody now; null when the server does not say. */
export async function findFreeTickets(concertId: number): Promise<number | null> {
  const input = { params: { id: concertId } };
  const answer = await api.call('getConcert', input, { ownStatuses: true }).catch(() => null);
  return answer?.data.available_quantity ?? null;
}
