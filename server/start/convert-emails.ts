import type { PoolClient } from 'pg';
import { toEmail } from '#contract/fields.ts';
import { isEmail } from '#contract/rules.ts';
import { personCheckoutsSql } from '../orders/order-filter-sql.ts';
import { errorCode } from '../platform/errors.ts';
import type { Logger } from '../platform/log.ts';

interface OwnedTable {
  table: string;
  /** SQL for whether the owner of a row has shown that its address is theirs. */
  owns: string;
  /** SQL for the rows of which no two may have one address. */
  unique?: string;
}

const ownedTables: OwnedTable[] = [
  { table: 'account', owns: 'email_verified_at is not null' },
  {
    table: 'newsletter_subscription',
    owns: 'confirmed_at is not null',
    unique: 'account_id is null',
  },
  { table: 'staff', owns: 'disabled_at is null' },
  { table: 'staff_invitation', owns: 'expires_at > now()' },
];

/** Other columns with e-mail addresses. */
const columns: [table: string, column: string][] = [
  ['account', 'pending_email'],
  ['contact_message', 'email'],
  ['delivery_details', 'email'],
  ['email_change', 'old_email'],
  ['mail', 'recipient'],
  ['one_time_token', 'email'],
  ['order_contact', 'email'],
];

/** SQL for whether an address may be in another form than `toEmail` gives it. */
const mayDiffer = (column: string) =>
  `(octet_length(${column}) <> char_length(${column}) or email_key(${column}) like '%xn--%')`;

/**
 * Brings e-mail addresses that the version before stored as typed into the form of `toEmail` (decision 17), which
 * PostgreSQL cannot. Not only once: processes of that version store some beside this one.
 */
export async function convertEmails(client: PoolClient, log: Logger): Promise<void> {
  for (const owned of ownedTables) await convertOwned(client, owned, log);
  for (const [table, column] of columns) {
    for (const [email, converted] of await listConversions(client, table, column)) {
      await client.query(
        `update ${table} set ${column} = $2 where email_key(${column}) = email_key($1) and ${column} = $1`,
        [email, converted],
      );
      if (table === 'order_contact') await updateSearch(client, converted);
    }
  }
  for (const [email, converted] of await listConversions(client, 'checkout', `details->>'email'`)) {
    await client.query(
      `update checkout set details = jsonb_set(details, '{email}', to_jsonb($2::text))
       where email_key(details->>'email') = email_key($1) and details->>'email' = $1`,
      [email, converted],
    );
    await updateSearch(client, converted);
  }
}

/** Each address of a column that is stored in another form, with that form. One that is none any more stays. */
async function listConversions(
  client: PoolClient,
  table: string,
  column: string,
): Promise<[email: string, converted: string][]> {
  const { rows } = await client.query<{ email: string }>(
    `select distinct ${column} as email from ${table} where ${mayDiffer(column)}`,
  );
  return rows
    .map(({ email }): [string, string] => [email, toEmail(email)])
    .filter(([email, converted]) => converted !== email && isEmail(converted));
}

interface OwnedRow {
  id: number;
  email: string;
}

/** Of rows that have the same address now, the oldest with a proven address gets it; the others stay as typed. */
async function convertOwned(
  client: PoolClient,
  { table, owns, unique = 'true' }: OwnedTable,
  log: Logger,
): Promise<void> {
  const sequence = `order by (${owns}) desc, id`;
  const { rows } = await client.query<OwnedRow & { is_unique: boolean }>(
    `select id, email, ${unique} as is_unique from ${table} where ${mayDiffer('email')} ${sequence}`,
  );
  for (const row of rows) {
    const converted = toEmail(row.email);
    if (converted === row.email || !isEmail(converted)) continue;
    const { rows: same } = await client.query<OwnedRow>(
      `select id, email from ${table}
       where id = $1 or $3 and ${unique} and email_key = email_key($2) ${sequence}`,
      [row.id, converted, row.is_unique],
    );
    const holder = same.find(({ id }) => id !== row.id);
    if (holder !== undefined)
      log.warn({ table, ids: same.map(({ id }) => id) }, 'Rows have the same e-mail address');
    if (same[0]?.id === row.id) await convertRow(client, table, row, holder);
  }
}

/** The holder of the address, if there is one, gets the other spelling of it: both lead to the same mailbox. */
async function convertRow(
  client: PoolClient,
  table: string,
  row: OwnedRow,
  holder?: OwnedRow,
): Promise<void> {
  const write = (id: number, email: string) =>
    client.query(`update ${table} set email = $2 where id = $1`, [id, email]);
  await client.query('begin');
  try {
    // a text that no address can be, because no two rows may have the same one even in between
    if (holder) await write(row.id, `@${row.id}`);
    if (holder) await write(holder.id, row.email);
    await write(row.id, toEmail(row.email));
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    // a process of the version before has just stored the same address: the next start decides
    if (errorCode(error) !== '23505') throw error;
  }
}

/** Orders are found by the new form, except erased ones, which are found by their number alone. */
const updateSearch = async (client: PoolClient, email: string) =>
  await client.query(
    `update orders o set search = order_words(o.order_no, c.details,
       (select concat_ws(' ', x.name, x.email) from order_contact x where x.order_id = o.id))
     from checkout c where c.id = o.checkout_id and c.id in ${personCheckoutsSql('$1')}
       and o.search is distinct from order_words(o.order_no, '{}', null)`,
    [email],
  );
