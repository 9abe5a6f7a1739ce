import type { APIRequestContext } from '@playwright/test';
import { expect } from '@playwright/test';

/** Ids of a concert of the demonstration, as in the API. */
export interface Concert {
  id: number;
  productId: number;
  /** Sorted by price: full, reduced, school, companion. */
  ticketTypes: number[];
  available: number;
}

/** A concert of the demonstration by its German title. */
export async function findConcert(request: APIRequestContext, title: string): Promise<Concert> {
  const response = await request.get('/concert', { headers: { 'accept-language': 'de' } });
  expect(response.ok()).toBe(true);
  const { data } = (await response.json()) as { data: WireConcert[] };
  const found = data.find((concert) => concert.title === title);
  if (found === undefined) throw new Error(`no concert "${title}"`);
  return {
    id: found.id,
    productId: found.product?.id ?? 0,
    ticketTypes: found.product?.tickets.map((ticket) => ticket.product_variation_id) ?? [],
    available: found.available_quantity,
  };
}

interface WireConcert {
  id: number;
  title: string;
  available_quantity: number;
  product: { id: number; tickets: { product_variation_id: number }[] } | null;
}
