import { createHash } from 'node:crypto';
import type { PoolClient } from 'pg';
import { PAYMENT_HOLD_MINUTES } from '#contract/constants.ts';
import type { Language } from '#contract/language.ts';
import { deliveryAllowed } from '#contract/rules.ts';
import { deliveryCents, sumOf } from '../cart/cart-wire.ts';
import { Problem } from '../platform/http/problem.ts';
import { toDetails, type DeliveryDetailsWire, type DetailsRow } from './find-details.ts';

/** Tickets of a cart with an open payment are free at the latest so many minutes after its end. */
const RELEASE_GRACE_MINUTES = 2;

/** A cart frozen for one payment: lines, prices, details, delivery and buyer. */
export interface Checkout {
  id: number;
  cart_id: number;
  session_id: string;
  amount_cents: number;
  intent_id: string | null;
  client_secret: string | null;
}

export interface FreezeCheckout {
  sessionId: string;
  accountId: number | null;
  language: Language;
  termsVersion: string;
}

/** What freezing found: a checkout to pay, or one of an earlier state of the cart to be cancelled first. */
export type Frozen = { checkout: Checkout } | { outdated: Checkout };

interface CartToFreeze {
  id: number;
  is_on_sale: boolean;
  delivery_method: 'boxoffice' | 'onlineticket' | 'postal' | null;
  lines: { ticket_type_id: number; product_id: number; quantity: number; price_cents: number }[];
  details: DetailsRow | null;
  open_checkout: (Checkout & { fingerprint: string }) | null;
}

/**
 * Freezes the session's cart into a checkout, or finds the open one of the unchanged cart (api.md,
 * Payment and order). Extends the hold, once. 409: cart ended, concert taken off sale, details incomplete,
 * delivery missing or unfit.
 */
export async function freezeCheckout(
  client: PoolClient,
  freeze: FreezeCheckout,
  commit: () => void,
): Promise<Frozen> {
  const cart = await lockCart(client, freeze);
  // taken off sale since it was held (decisions.md, Selling)
  if (!cart.is_on_sale) throw new Problem('not_on_sale');
  if (cart.details === null) throw new Problem('details_incomplete');
  const details = toDetails(cart.details);
  const method = cart.delivery_method;
  const facts = { email: details.email, countryId: details.address.country.id };
  if (method === null || !deliveryAllowed(method, facts)) throw new Problem('delivery_missing');

  const delivery = deliveryCents(method);
  const frozen = {
    lines: cart.lines,
    details,
    method,
    delivery,
    accountId: freeze.accountId,
    amount: sumOf(cart.lines) + delivery,
  };
  const fingerprint = createHash('sha256').update(JSON.stringify(frozen)).digest('base64url');
  const open = cart.open_checkout;
  if (open !== null && open.fingerprint !== fingerprint) return { outdated: open };
  if (open !== null) {
    await extendHold(client, cart.id);
    return { checkout: open };
  }
  const made = insertCheckout(client, cart.id, freeze, { ...frozen, fingerprint });
  commit();
  return { checkout: await made };
}

async function lockCart(
  client: PoolClient,
  { sessionId, accountId }: FreezeCheckout,
): Promise<CartToFreeze> {
  const { rows } = await client.query<CartToFreeze>({
    name: 'lock_cart_to_freeze',
    text: 'select * from lock_cart_to_freeze($1, $2)',
    values: [sessionId, accountId],
  });
  if (rows[0] === undefined) throw new Problem('cart_expired');
  return rows[0];
}

/** When the hold ends from now on: in at least 15 minutes, once. */
const EXTENDED_END = `case when payment_extended_at is null
  then greatest(expires_at, clock_timestamp() + interval '${PAYMENT_HOLD_MINUTES} minutes')
  else expires_at end`;
/** Extends the hold of cart $1; its tickets stay 2 minutes longer while a payment is open. */
const EXTEND_HOLD = `update cart set expires_at = ${EXTENDED_END},
  release_at = ${EXTENDED_END} + interval '${RELEASE_GRACE_MINUTES} minutes',
  payment_extended_at = coalesce(payment_extended_at, clock_timestamp())
  where id = $1`;

async function extendHold(client: PoolClient, cartId: number): Promise<void> {
  await client.query({ name: 'extend_hold_to_pay', text: EXTEND_HOLD, values: [cartId] });
}

/** Writes the checkout with its lines and extends the hold, in one statement. */
async function insertCheckout(
  client: PoolClient,
  cartId: number,
  freeze: FreezeCheckout,
  frozen: {
    lines: CartToFreeze['lines'];
    details: DeliveryDetailsWire;
    method: string;
    delivery: number;
    amount: number;
    fingerprint: string;
  },
): Promise<Checkout> {
  const { rows } = await client.query<Checkout>({
    name: 'insert_checkout',
    text: `with made as (
       insert into checkout (cart_id, session_id, account_id, language, fingerprint, amount_cents,
         delivery_method, delivery_cents, details, terms_version)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
       returning id, cart_id, session_id, amount_cents, intent_id, client_secret
     ), lines as (
       insert into checkout_line (checkout_id, ticket_type_id, product_id, quantity, price_cents)
       select made.id, l.ticket_type_id, l.product_id, l.quantity, l.price_cents
       from made, jsonb_to_recordset($11::jsonb)
         as l (ticket_type_id int, product_id int, quantity int, price_cents int)
     ), extended as (${EXTEND_HOLD})
     select * from made`,
    values: [
      cartId,
      freeze.sessionId,
      freeze.accountId,
      freeze.language,
      frozen.fingerprint,
      frozen.amount,
      frozen.method,
      frozen.delivery,
      JSON.stringify(flatten(frozen.details)),
      freeze.termsVersion,
      JSON.stringify(frozen.lines),
    ],
  });
  return rows[0] as Checkout;
}

/** The details as a checkout keeps them. */
export interface FrozenDetails {
  master_data_id: number;
  first_name: string;
  last_name: string;
  email: string | null;
  street: string;
  zip: string;
  city: string;
  country_id: number;
  country_de: string;
  country_en: string;
}

function flatten(details: DeliveryDetailsWire): FrozenDetails {
  const { street, zip, city, country } = details.address;
  return {
    master_data_id: details.master_data_id,
    first_name: details.first_name,
    last_name: details.last_name,
    email: details.email,
    street,
    zip,
    city,
    country_id: country.id,
    country_de: country.name_de,
    country_en: country.name_en,
  };
}
