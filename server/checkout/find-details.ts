import type { z } from 'zod';
import type { DeliveryDetails } from '#contract/orders.ts';
import { findCountry } from '#contract/countries.ts';
import type { Queryable } from '../platform/database/multiplexed-pool.ts';

/** Delivery details on the wire (api.md, Delivery details). */
export type DeliveryDetailsDto = z.infer<typeof DeliveryDetails>;

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
export async function findDetails(
  db: Queryable,
  owner: DetailsOwner,
): Promise<DeliveryDetailsDto | null> {
  const { rows } = await db.query<DetailsRow>({
    name: 'find_details',
    text: 'select * from find_details($1, $2)',
    values: [owner.accountId, owner.cartId],
  });
  return rows[0] === undefined ? null : toDetails(rows[0]);
}

/** The e-mail of a customer's account, for choosing a delivery method before details are saved. */
export async function findAccountEmail(db: Queryable, accountId: number): Promise<string | null> {
  const { rows } = await db.query<{ email: string }>({
    text: 'select email from account where id = $1',
    values: [accountId],
  });
  return rows[0]?.email ?? null;
}

/** Converts a row to details on the wire. */
export function toDetails(row: DetailsRow): DeliveryDetailsDto {
  const country = findCountry(row.country_id);
  return {
    master_data_id: row.id,
    first_name: row.first_name,
    last_name: row.last_name,
    email: row.email,
    address: {
      street: row.street,
      zip: row.zip,
      city: row.city,
      country: country ?? { id: row.country_id, name_de: '', name_en: '' },
    },
  };
}
