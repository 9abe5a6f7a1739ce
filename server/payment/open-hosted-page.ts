import type Stripe from 'stripe';
import { orderMailTexts } from '#messages/order-mails.ts';
import type { Checkout, FreezeCartInput } from '../checkout/freeze-cart.ts';
import { Problem } from '../platform/problem.ts';
import { completePayment, orderTokenOf } from './complete-payment.ts';
import { storeFreeIntent, createOrClose, openPayment } from './initiate-payment.ts';
import type { PaymentDeps } from './settlement.ts';
import { createPage, expirePage, retrievePage, type PageOrder } from './provider/provider-pages.ts';
import { isUnpaid, settlePage } from './settle-payment.ts';

/** The provider's page to redirect the buyer to, or the token of an order that exists already. */
export type OpenedPage = { url: string } | { orderToken: string };

/**
 * Opens the provider's hosted page for the session's cart, for buyers without JavaScript (payments.md 19). An
 * unchanged cart gets the same page again; one that has been paid there, or is free, gets its order. 409 and 502
 * as `initiatePayment`; also 409 while the payment is processing.
 */
export async function openHostedPage(
  deps: PaymentDeps,
  input: Omit<FreezeCartInput, 'paymentMethod'>,
): Promise<OpenedPage> {
  return await openPayment(deps, { ...input, paymentMethod: 'page' }, async (checkout) => {
    if (checkout.amount_cents === 0) return await orderFree(deps, checkout);
    const order = await findPageOrder(deps, checkout);
    return order.provider_session === null
      ? await createAndStore(deps, order)
      : await reopenPage(deps, order.provider_session);
  });
}

async function orderFree(deps: PaymentDeps, checkout: Checkout): Promise<OpenedPage | null> {
  const intentId = await storeFreeIntent(deps, checkout);
  if (intentId === null) return null;
  return { orderToken: await completePayment(deps, checkout.session_id, intentId) };
}

/** The lines of the page: the checkout's frozen lines, named in the buyer's language. */
async function findPageOrder(
  deps: PaymentDeps,
  { id, session_id, amount_cents }: Checkout,
): Promise<PageOrder & { provider_session: string | null }> {
  type Row = Pick<PageOrder, 'language' | 'email' | 'created_at' | 'lines'> & {
    provider_session: string | null;
    delivery_cents: number;
  };
  const { rows } = await deps.steps.query<Row>({
    name: 'find_page_order',
    text: `select c.provider_session, c.language, c.details ->> 'email' as email, c.created_at,
             c.delivery_cents, (
               select jsonb_agg(jsonb_build_object(
                 'name', case c.language when 'de' then k.title_de || ' – ' || t.name_de
                   else k.title_en || ' – ' || t.name_en end,
                 'price_cents', l.price_cents, 'quantity', l.quantity
               ) order by k.starts_at, k.id, t.position)
               from checkout_line l
               join ticket_type t on t.id = l.ticket_type_id
               join product p on p.id = l.product_id
               join concert k on k.id = p.concert_id
               where l.checkout_id = c.id
             ) as lines
           from checkout c where c.id = $1`,
    values: [id],
  });
  const row = rows[0];
  if (row === undefined) throw new Error('a frozen checkout has disappeared');
  const { delivery_cents: cents, ...order } = row;
  const postage = { name: orderMailTexts.postage[row.language], price_cents: cents, quantity: 1 };
  return {
    ...order,
    id,
    session_id,
    amount_cents,
    lines: [...row.lines, ...(cents > 0 ? [postage] : [])],
  };
}

/** Null when the cart changed while the provider created the page: nobody may pay the old amount. */
async function createAndStore(deps: PaymentDeps, order: PageOrder): Promise<OpenedPage | null> {
  const session = await createOrClose(deps, order, async () => {
    const created = await createPage(deps, order);
    checkTotal(order, created);
    return created;
  });
  const { rows } = await deps.steps.query<{ provider_session: string }>({
    name: 'store_page',
    text: `update checkout set provider_session = coalesce(provider_session, $2)
           where id = $1 and closed_at is null returning provider_session`,
    values: [order.id, session.id],
  });
  if (rows[0]?.provider_session === session.id) return { url: urlOf(session) };
  await expirePage(deps.provider, session.id);
  return null;
}

/** The page must show the amount that we check when the payment is settled. */
function checkTotal(order: PageOrder, session: Stripe.Checkout.Session): void {
  const { amount_total: total }: { amount_total?: number | null } = session;
  if (total === undefined || total === null || total === order.amount_cents) return;
  const cause = new Error(
    `the provider's page of checkout ${order.id} has a total of ${total} cents`,
  );
  throw new Problem('provider_failed', { cause });
}

/** Null when the page can no longer be paid and a new one is needed. */
async function reopenPage(deps: PaymentDeps, providerSession: string): Promise<OpenedPage | null> {
  const session = await retrievePage(deps.provider, providerSession);
  if (session?.status === 'open') return { url: urlOf(session) };
  const settlement = await settlePage(deps, providerSession, { session });
  return isUnpaid(settlement) ? null : { orderToken: await orderTokenOf(deps, settlement) };
}

function urlOf(session: Stripe.Checkout.Session): string {
  if (session.url === null) throw new Problem('provider_failed');
  return session.url;
}
