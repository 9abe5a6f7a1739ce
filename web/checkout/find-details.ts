import { api } from '../platform/api.ts';
import { ApiError } from '../platform/api-error.ts';
import { getUser } from '../platform/session.ts';
import type { DeliveryDetails } from './delivery-values.ts';

/** The saved details; null when there are none, for a guest also without a cart cookie (401). */
export async function findDetails(): Promise<DeliveryDetails | null> {
  const signedIn = getUser() !== null;
  try {
    const { data } = await api.call(
      'getDeliveryDetails',
      undefined,
      signedIn ? {} : { ownStatuses: [401] },
    );
    return data;
  } catch (error) {
    if (error instanceof ApiError && error.status === 401 && !signedIn) return null;
    throw error;
  }
}
