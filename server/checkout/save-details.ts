import type { Pool, PoolClient } from 'pg';
import type { DeliveryMethod } from '#contract/codes.ts';
import { deliveryAllowed } from '#contract/rules.ts';
import {
  changeUnpaidCart,
  lockUnpaidCart,
  type CancelOpenPayment,
} from '../cart/change-unpaid-cart.ts';
import { inTransaction } from '../platform/database/transaction.ts';
import { findAccountEmail, type DetailsOwner } from './find-details.ts';

/** What a buyer fills in. */
export interface DeliveryDetailsInput {
  first_name: string;
  last_name: string;
  street: string;
  zip: string;
  city: string;
  country_id: number;
  email: string | null;
}

/** Details of a customer; those of a new account belong to the session's cart as well. */
export interface SaveDetailsInput {
  details: DeliveryDetailsInput;
  accountId: number;
  /** The account was made with these very details: they count for its cart as well. */
  accountIsNew: boolean;
  sessionId: string | null;
  holdMinutes: number;
}

/**
 * Saves a customer's details and answers whose they are now (a guest's: save-guest-details.ts). A chosen way
 * of delivery that no longer fits them is given up, an open payment cancelled first.
 */
export async function saveDetails(
  pool: Pool,
  save: SaveDetailsInput,
  cancelOpenPayment: CancelOpenPayment,
): Promise<DetailsOwner> {
  const { accountId, sessionId } = save;
  const write = async (client: PoolClient, found: number | null): Promise<DetailsOwner> => {
    const cartId = found ?? (sessionId === null ? null : await beginCart(client, sessionId, save));
    await upsert(client, 'account_id', accountId, save.details);
    if (cartId === null) return { accountId, cartId };
    if (save.accountIsNew) await upsert(client, 'cart_id', cartId, save.details);
    await dropUnfitDelivery(client, cartId, save);
    return { accountId, cartId };
  };
  return sessionId === null
    ? await inTransaction(pool, (client) => write(client, null))
    : await changeUnpaidCart(pool, sessionId, cancelOpenPayment, write);
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
    values: [
      id,
      details.first_name,
      details.last_name,
      details.street,
      details.zip,
      details.city,
      details.country_id,
      details.email,
    ],
  });
}

/** An empty cart for a session without one, locked, so that nothing typed is lost. */
async function beginCart(
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

/** The ways of delivery an order with this e-mail and country cannot take (product.md 5). */
export function unfitMethods(email: string | null, countryId: number): DeliveryMethod[] {
  return (['onlineticket', 'postal'] as const).filter(
    (method) => !deliveryAllowed(method, { email, countryId }),
  );
}

async function dropUnfitDelivery(
  client: PoolClient,
  cartId: number,
  save: SaveDetailsInput,
): Promise<void> {
  const account = await findAccountEmail(client, save.accountId);
  const unfit = unfitMethods(save.details.email ?? account, save.details.country_id);
  if (unfit.length === 0) return;
  await client.query(
    `update cart set delivery_method = null where id = $1 and delivery_method = any ($2)`,
    [cartId, unfit],
  );
}
