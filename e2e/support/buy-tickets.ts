import type { Page } from '@playwright/test';
import { accepted, Buyer } from '#test/buyer.ts';
import { createClient } from '#test/http-client.ts';
import type { Account } from './accounts.ts';
import { findConcert } from './concerts.ts';
import { callSandbox } from './sandbox.ts';

/** Buys two tickets of a concert over the API, paid by card, as a guest or a customer; returns the order's number. */
export async function buyTickets(
  page: Page,
  delivery: string,
  title = 'Stabat mater',
  details: Record<string, unknown> = {},
  account?: Account,
): Promise<string> {
  const { request } = page;
  const { productId, ticketTypes } = await findConcert(request, title);
  const { origin } = new URL((await request.get('/healthz')).url());
  const buyer = new Buyer({ url: origin }, undefined, createClient(origin, 'de'));
  buyer.bearer = account?.token;
  await buyer.checkOut({ productId, types: ticketTypes }, { quantity: 2 }, delivery, details);
  await callSandbox(page, 'pay', buyer.intent, 'pm_card_visa');
  const { body } = await accepted(buyer.complete());
  const order = await accepted(buyer.order(body.data?.order_token ?? ''));
  return order.body.data?.order_no ?? '';
}
