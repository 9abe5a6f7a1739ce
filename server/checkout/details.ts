import type { Pool, PoolClient } from 'pg';
import type { DeliveryMethod } from '#contract/codes.ts';
import { canChooseDelivery, needsEmail, type DeliveryRecipient } from '#contract/rules.ts';
import {
  changeUnpaidCart,
  lockUnpaidCart,
  PaymentOpenError,
  withoutOpenPayment,
  type CancelOpenPayment,
} from '../cart/change-cart.ts';
import { inTransaction } from '../platform/database/database.ts';
import type { Queryable } from '../platform/database/multiplexed-pool.ts';
import type { z } from 'zod';
import { findCountry } from '#contract/countries.ts';
import type { DeliveryDetails } from '#contract/orders.ts';
import { deliveryCents, type PostalDelivery } from '#contract/delivery.ts';
import { sumOf, findCart, type CartRow } from '../cart/find-cart.ts';
import { invalidField } from '../platform/problem.ts';
import type { NewAccount } from '../people/create-account.ts';
import { refuseCountry } from '../programme/delivery.ts';

/** Delivery details as a buyer enters them. */
interface DeliveryDetailsInput {
  first_name: string;
  last_name: string;
  street: string;
  zip: string;
  city: string;
  country_id: number;
  email: string | null;
}

/** Details of a customer, and the session whose cart they apply to. */
export interface SaveDetailsInput {
  details: DeliveryDetailsInput;
  /** A function creates and signs in an account in the same transaction; its details are saved with the cart, too. */
  account: number | ((client: PoolClient) => Promise<NewAccount>);
  sessionId: string | null;
  holdMinutes: number;
  post: PostalDelivery;
}

/** The owner of a customer's details, and the access token of an account created with them. */
interface SavedDetails {
  accountId: number;
  cartId: number | null;
  token: string | null;
}

/**
 * Saves a customer's details and returns their owner (for guests: saveGuestDetails). Cancels an open payment
 * first, unless the details are unchanged, and clears a chosen delivery method that the details rule out.
 */
export async function saveDetails(
  pool: Pool,
  input: SaveDetailsInput,
  cancelOpenPayment: CancelOpenPayment,
): Promise<SavedDetails> {
  const { account, details, sessionId } = input;
  const isNewAccount = typeof account !== 'number';
  if (!isNewAccount && sessionId !== null) {
    if (await areFrozen(pool, sessionId, account, details)) {
      return { accountId: account, cartId: null, token: null };
    }
  }
  const write = async (client: PoolClient, found: number | null): Promise<SavedDetails> => {
    const { accountId, token } = isNewAccount
      ? await account(client)
      : { accountId: account, token: null };
    const cartId =
      found ?? (sessionId === null ? null : await createCart(client, sessionId, input));
    await upsert(client, 'account_id', accountId, details);
    if (cartId === null) return { accountId, cartId, token };
    if (isNewAccount) await upsert(client, 'cart_id', cartId, details);
    await clearUnfitMethod(client, cartId, accountId, input);
    await client.query('select complete_hold($1, make_interval(secs => $2))', [
      cartId,
      input.holdMinutes * 60,
    ]);
    return { accountId, cartId, token };
  };
  return sessionId === null
    ? await inTransaction(pool, (client) => write(client, null))
    : await changeUnpaidCart(pool, sessionId, cancelOpenPayment, write);
}

/** Whether these details are already saved and a payment with them is open. */
async function areFrozen(
  pool: Pool,
  sessionId: string,
  accountId: number,
  details: DeliveryDetailsInput,
): Promise<boolean> {
  const { rows } = await pool.query<{ are_frozen: boolean }>({
    name: 'are_details_frozen',
    text: `select exists (
         select from delivery_details
         where account_id = $2 and (first_name, last_name, street, zip, city, country_id, email)
           is not distinct from ($3::text, $4::text, $5::text, $6::text, $7::text, $8::integer, $9::text)
       ) and exists (
         select from cart k join checkout c on c.cart_id = k.id
         where k.session_id = $1 and k.ended_at is null and c.account_id = $2
           and c.closed_at is null and c.settled_at is null
       ) as are_frozen`,
    values: [sessionId, accountId, ...toValues(details)],
  });
  return rows[0]?.are_frozen ?? false;
}

async function upsert(
  client: PoolClient,
  owner: 'account_id' | 'cart_id',
  id: number,
  details: DeliveryDetailsInput,
): Promise<void> {
  await client.query({
    name: `save_details_${owner}`,
    text: `insert into delivery_details as d
       (${owner}, first_name, last_name, street, zip, city, country_id, email)
     values ($1, $2, $3, $4, $5, $6, $7, $8)
     on conflict (${owner}) do update set first_name = excluded.first_name,
       last_name = excluded.last_name, street = excluded.street, zip = excluded.zip,
       city = excluded.city, country_id = excluded.country_id, email = excluded.email,
       updated_at = now()`,
    values: [id, ...toValues(details)],
  });
}

/** In the order of the columns in all statements. */
function toValues(details: DeliveryDetailsInput): (string | number | null)[] {
  const { first_name, last_name, street, zip, city, country_id, email } = details;
  return [first_name, last_name, street, zip, city, country_id, email];
}

/** Creates an empty cart for a session without one, so that nothing typed is lost, and locks it. */
async function createCart(
  client: PoolClient,
  sessionId: string,
  { holdMinutes }: { holdMinutes: number },
): Promise<number | null> {
  await client.query(
    `update cart set ended_at = clock_timestamp()
     where session_id = $1 and ended_at is null and expires_at <= clock_timestamp()`,
    [sessionId],
  );
  await client.query(
    `insert into cart (session_id, expires_at, release_at)
     values ($1, now() + make_interval(secs => $2), now() + make_interval(secs => $2))
     on conflict (session_id) where ended_at is null do nothing`,
    [sessionId, holdMinutes * 60],
  );
  return await lockUnpaidCart(client, sessionId);
}

/** The delivery methods that this recipient rules out (product.md 5). */
function unfitMethods(recipient: DeliveryRecipient, post: PostalDelivery): DeliveryMethod[] {
  return (['onlineticket', 'postal'] as const).filter(
    (method) => !canChooseDelivery(method, recipient, post),
  );
}

async function clearUnfitMethod(
  client: PoolClient,
  cartId: number,
  accountId: number,
  { details, post }: SaveDetailsInput,
): Promise<void> {
  const accountEmail = await findAccountEmail(client, accountId);
  const { email, country_id: countryId } = details;
  const unfit = unfitMethods({ email: email ?? accountEmail, countryId }, post);
  if (unfit.length === 0) return;
  await client.query(
    `update cart set delivery_method = null where id = $1 and delivery_method = any ($2)`,
    [cartId, unfit],
  );
}

/** Details of a guest, saved with the session's cart. */
export interface SaveGuestDetailsInput {
  details: DeliveryDetailsInput;
  sessionId: string;
  holdMinutes: number;
  post: PostalDelivery;
}

/**
 * Saves a guest's details with the session's cart, and returns them; they are deleted with the cart. Cancels an open
 * payment first, and clears a chosen delivery method that the details rule out.
 */
export async function saveGuestDetails(
  steps: Queryable,
  { details, sessionId, holdMinutes, post }: SaveGuestDetailsInput,
  cancelOpenPayment: CancelOpenPayment,
): Promise<Details> {
  const id = await withoutOpenPayment(sessionId, cancelOpenPayment, async () => {
    const { rows } = await steps.query<{ id: number | null }>({
      name: 'save_guest_details',
      text: `select save_guest_details($1, make_interval(secs => $2), $3, $4, $5, $6, $7, $8, $9, $10) as id`,
      values: [
        sessionId,
        holdMinutes * 60,
        unfitMethods({ email: details.email, countryId: details.country_id }, post),
        ...toValues(details),
      ],
    });
    const saved = rows[0]?.id ?? null;
    if (saved === null) throw new PaymentOpenError();
    return saved;
  });
  return toDetails({ id, ...details });
}

/** The owner of details: a customer, otherwise the cart of a guest. */
export interface DetailsOwner {
  accountId: number | null;
  cartId: number | null;
}

/** Details in the database. */
export interface DetailsRow {
  id: number;
  first_name: string;
  last_name: string;
  email: string | null;
  street: string;
  zip: string;
  city: string;
  country_id: number;
}

/**
 * The details an order would use: the customer's own, otherwise those of the cart (api.md, Delivery details).
 * Details without e-mail get that of the account. Null when none are saved.
 */
export async function findDetails(db: Queryable, owner: DetailsOwner): Promise<Details | null> {
  const { rows } = await db.query<DetailsRow>({
    name: 'find_details',
    text: 'select * from find_details($1, $2)',
    values: [owner.accountId, owner.cartId],
  });
  return rows[0] === undefined ? null : toDetails(rows[0]);
}

/** The e-mail of a customer's account, for choosing a delivery method before details are saved. */
async function findAccountEmail(db: Queryable, accountId: number): Promise<string | null> {
  const { rows } = await db.query<{ email: string }>({
    text: 'select email from account where id = $1',
    values: [accountId],
  });
  return rows[0]?.email ?? null;
}

/** A buyer's name and address. */
export type Details = ReturnType<typeof toDetails>;

/** Converts a row to details. */
export function toDetails({ first_name, last_name, country_id, ...row }: DetailsRow) {
  const { id, email, street, zip, city } = row;
  const country = findCountry(country_id) ?? { id: country_id, name: { de: '', en: '' } };
  return { id, firstName: first_name, lastName: last_name, email, street, zip, city, country };
}

/** Details on the wire (api.md, Delivery details), and in the fingerprint of a checkout. */
export const toDetailsDto = ({
  country,
  ...details
}: Details): z.infer<typeof DeliveryDetails> => ({
  master_data_id: details.id,
  first_name: details.firstName,
  last_name: details.lastName,
  email: details.email,
  address: {
    street: details.street,
    zip: details.zip,
    city: details.city,
    country: { id: country.id, name_de: country.name.de, name_en: country.name.en },
  },
});

/** A delivery method for a session's cart. */
export interface ChooseDeliveryInput {
  sessionId: string;
  accountId: number | null;
  method: DeliveryMethod;
  holdMinutes: number;
  post: PostalDelivery;
}

/**
 * Saves the delivery method of a session's cart and returns the cart; cancels an open payment first. 422 for an
 * empty cart, an online ticket or an order of 0 EUR without an e-mail on file, or postal delivery to a country that
 * it does not go to (product.md 5; api.md, Cart).
 */
export async function chooseDelivery(
  steps: Queryable,
  choice: ChooseDeliveryInput,
  cancelOpenPayment: CancelOpenPayment,
): Promise<CartRow> {
  return await withoutOpenPayment(choice.sessionId, cancelOpenPayment, async () => {
    const cart = await findCart(steps, choice.sessionId);
    if (cart === null) throw invalidField('sessionId', 'CART_IS_EMPTY');
    // Needs no lock: saving other details clears a method they rule out, and paying checks it again.
    await checkMethod(steps, cart, choice);
    const expiresAt = await writeChoice(steps, cart, choice);
    return { ...cart, delivery_method: choice.method, expires_at: expiresAt };
  });
}

async function checkMethod(
  steps: Queryable,
  cart: CartRow,
  { accountId, method, post }: ChooseDeliveryInput,
): Promise<void> {
  const recipient =
    accountId === null ? cart.guest : await findRecipient(steps, { accountId, cartId: cart.id });
  const amount = sumOf(cart.lines) + deliveryCents(method, post);
  if (needsEmail(amount) && !recipient?.email) throw invalidField('email', 'EMAIL_REQUIRED');
  if (canChooseDelivery(method, recipient ?? { email: null, countryId: 0 }, post)) return;
  throw invalidField(
    'deliveryMethod',
    method === 'postal' ? refuseCountry(post) : 'DELIVERY_NEEDS_EMAIL',
  );
}

async function findRecipient(
  steps: Queryable,
  owner: { accountId: number; cartId: number },
): Promise<DeliveryRecipient> {
  const details = await findDetails(steps, owner);
  return {
    email: details?.email ?? (await findAccountEmail(steps, owner.accountId)),
    countryId: details?.country.id ?? 0,
  };
}

/** Returns the cart's end, which details may have moved. */
async function writeChoice(
  steps: Queryable,
  cart: CartRow,
  { method, holdMinutes }: ChooseDeliveryInput,
): Promise<Date> {
  const { rows } = await steps.query<{ outcome: string; expires_at: Date | null }>({
    name: 'choose_delivery',
    text: 'select * from choose_delivery($1, $2, make_interval(secs => $3))',
    values: [cart.id, method, holdMinutes * 60],
  });
  if (rows[0]?.outcome === 'payment_open') throw new PaymentOpenError();
  if (rows[0]?.outcome === 'gone') throw invalidField('sessionId', 'CART_IS_EMPTY');
  return rows[0]?.expires_at ?? cart.expires_at;
}
