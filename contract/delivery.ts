// Delivery by post (product.md 9). Zod-free: the browser imports this file.
import type { DeliveryMethod } from './codes.ts';
import { GERMANY_ID } from './constants.ts';

/** The price of delivery by post, and its countries. */
export interface PostalDelivery {
  postageCents: number;
  countryIds: readonly number[];
}

/** That of a festival which says nothing else. */
export const usualDelivery: PostalDelivery = { postageCents: 450, countryIds: [GERMANY_ID] };

/** The price of a delivery method, in cents. */
export const deliveryCents = (method: DeliveryMethod, { postageCents }: PostalDelivery): number =>
  method === 'postal' ? postageCents : 0;
