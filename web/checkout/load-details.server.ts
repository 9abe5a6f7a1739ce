import type { Visit } from '#contract/visit.ts';
import type { DeliveryDetails } from './delivery-values.ts';

/** The saved details of the customer, otherwise of the cart; null when there are none. */
export async function loadDetails(visit: Visit): Promise<DeliveryDetails | null> {
  // a session that has ended is no reason to send a guest to the login
  await visit.findUser();
  const { response, problem } = await visit.call('getDeliveryDetails', {});
  if (problem?.code === 'unauthorized') return null;
  return response === null ? (await visit.load('getDeliveryDetails', {})).data : response.data;
}
