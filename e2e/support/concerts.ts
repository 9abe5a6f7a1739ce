import type { APIRequestContext, Locator, Page } from '@playwright/test';
import { expect } from '@playwright/test';
import { concertDetails, concertProgramme } from '#test/concert-form.ts';

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

/** The demonstration's concerts in the list: other journeys publish concerts of their own, and withdraw them. */
export const demoArticles = (page: Page): Locator =>
  page.getByRole('article').filter({ hasNotText: OTHERS });

/** Titles of the concerts that journeys of the office publish. */
export const OTHERS = /Verkauf [0-9a-f]{8}|Serenade serenade-/;

/** Publishes a concert, with a sale if that is given, as somebody signed in. Returns its page of the office. */
export async function publishConcert(
  page: Page,
  title: string,
  sale: Record<string, string> | null = null,
): Promise<string> {
  const { origin } = new URL((await page.request.get('/healthz')).url());
  const post = async (path: string, form: Record<string, string>) => {
    const response = await page.request.post(path, {
      headers: { origin },
      form,
      maxRedirects: 0,
    });
    expect(response.status()).toBe(303);
    return response.headers()['location'] ?? '';
  };
  const slug = title.toLowerCase().replace(' ', '-');
  const details = { ...concertDetails, slug, title_de: title, title_en: title };
  const path = await post('/office/concerts/new', { form: 'details', ...details });
  await post(`${path}/programme`, { form: 'programme', ...concertProgramme });
  if (sale !== null) await post(`${path}/sale`, sale);
  await post(path, { form: 'publish' });
  if (sale !== null) await post(path, { form: 'sale', do: 'sale:start' });
  return path;
}

/** How many concerts the site has at the moment. */
export async function countConcerts(request: APIRequestContext): Promise<number> {
  const { data } = (await (await request.get('/concert')).json()) as { data: WireConcert[] };
  return data.length;
}

interface WireConcert {
  id: number;
  title: string;
  available_quantity: number;
  product: { id: number; tickets: { product_variation_id: number }[] } | null;
}
