import type { Pool } from 'pg';
import type { Env } from '../settings/env.ts';

/** The running shop stores its address, for the links that the command line prints. */
export async function saveShopAddress(pool: Pool, publicUrl: string): Promise<void> {
  await pool.query(
    `insert into shop_address (public_url) values ($1)
     on conflict (is_only) do update set public_url = excluded.public_url
     where shop_address.public_url <> excluded.public_url`,
    [publicUrl],
  );
}

/** PUBLIC_URL, otherwise the address that the shop stored, otherwise that of PORT. */
export async function readShopAddress({ env, pool }: { env: Env; pool: Pool }): Promise<string> {
  if (env.hasPublicUrl) return env.publicUrl;
  const { rows } = await pool.query<{ public_url: string }>(`select public_url from shop_address`);
  return rows[0]?.public_url ?? env.publicUrl;
}
