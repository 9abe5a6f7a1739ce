import type { Pool } from 'pg';
import { berlinDate, DAY_MS, toBerlinIso } from '#contract/berlin-time.ts';
import type { Language } from '#contract/language.ts';
import { RETENTION_YEARS } from '../retention.ts';
import {
  mailColumns,
  toMailListDto,
  type MailListRow,
  type MailListDto,
} from '../mails/read-mails.ts';
import { hasAskedSql } from '../newsletter/subscribers.ts';
import { ordersSql } from '../orders/order-contact-sql.ts';
import { orderStateSql, personCheckoutsSql } from '../orders/order-filter-sql.ts';
import { countRetainedOrders } from './personal-data.ts';
import { Problem } from '../platform/problem.ts';
import type { OrderState } from '#contract/office/states.ts';

/** The saved address of an account, with a name and an e-mail address of its own. */
interface SavedAddressDto {
  firstName: string;
  lastName: string;
  /** Null: the account's. */
  email: string | null;
  street: string;
  zip: string;
  city: string;
  countryId: number;
}

/** Everything about one person. Times are ISO 8601. */
export interface PersonDto {
  /** Of the present e-mail address. */
  key: string;
  name: string;
  email: string;
  account: {
    id: number;
    firstName: string;
    lastName: string;
    language: Language;
    isVerified: boolean;
    createdAt: string;
  } | null;
  address: SavedAddressDto | null;
  orders: { orderNo: string; createdAt: string; amountCents: number; state: OrderState }[];
  newsletter: { isEmail: boolean; isPostal: boolean; confirmedAt: string | null } | null;
  messages: { id: number; subject: string; createdAt: string }[];
  mails: MailListDto[];
  /** The deadline of a request for data (Art. 12 GDPR). */
  answerUntil: string;
  /** Orders that erasing keeps for their invoices, and the year after which the last of them is deleted. */
  retainedOrders: number;
  retainedUntilYear: number | null;
}

/** How many orders, messages and mails a person's page lists. */
const MAX_LISTED = 50;
/** A request for data is served within a month (Art. 12 GDPR). */
const MAX_DISCLOSURE_DAYS = 30;

interface AccountRow {
  id: number;
  email: string;
  first_name: string;
  last_name: string;
  language: Language;
  email_verified_at: Date | null;
  created_at: Date;
}

interface OrderRow {
  order_no: string;
  created_at: Date;
  state: OrderState;
  amount_cents: number;
  /** The contact's, if the address is theirs, otherwise the buyer's. */
  name: string;
}

/** The present e-mail address of an account; null without one. */
export async function findAccountAddress(pool: Pool, id: number): Promise<string | null> {
  const { rows } = await pool.query<{ email: string }>('select email from account where id = $1', [
    id,
  ]);
  return rows[0]?.email ?? null;
}

/** Gathers everything about the person with this e-mail address. 404 when there is nothing. */
export async function getPerson(pool: Pool, email: string): Promise<Omit<PersonDto, 'key'>> {
  const [accounts, addresses, orders, newsletter, messages, mails, retained] = await readAll(
    pool,
    email,
  );
  const found = [accounts, orders, newsletter, messages, mails].some(({ length }) => length > 0);
  if (!found) throw new Problem('not_found');
  const [account] = accounts;
  const name =
    account === undefined ? orders[0]?.name : `${account.first_name} ${account.last_name}`;
  return {
    name: name ?? email,
    email: account?.email ?? email,
    account: account === undefined ? null : toAccount(account),
    address: addresses[0] ?? null,
    orders: orders.map((order) => ({
      orderNo: order.order_no,
      createdAt: toBerlinIso(order.created_at),
      amountCents: order.amount_cents,
      state: order.state,
    })),
    newsletter: toNewsletter(newsletter[0]),
    messages: messages.map(({ id, subject, created_at }) => ({
      id: Number(id),
      subject,
      createdAt: toBerlinIso(created_at),
    })),
    mails: mails.map(toMailListDto),
    answerUntil: berlinDate(new Date(Date.now() + MAX_DISCLOSURE_DAYS * DAY_MS)),
    retainedOrders: retained.count,
    retainedUntilYear:
      retained.latest === null
        ? null
        : Number(berlinDate(retained.latest).slice(0, 4)) + RETENTION_YEARS,
  };
}

async function readAll(pool: Pool, email: string) {
  return await Promise.all([
    read<AccountRow>(
      pool,
      `select id, email, first_name, last_name, language, email_verified_at, created_at
       from account where email_key = email_key($1)`,
      email,
    ),
    read<SavedAddressDto>(
      pool,
      `select d.first_name as "firstName", d.last_name as "lastName", d.email, d.street, d.zip, d.city,
         d.country_id as "countryId"
       from delivery_details d join account a on a.id = d.account_id where a.email_key = email_key($1)`,
      email,
    ),
    read<OrderRow>(
      pool,
      `select o.order_no, o.created_at, c.amount_cents, ${orderStateSql} as state,
         case when email_key(x.email) = email_key($1) then x.name
           else concat_ws(' ', c.details->>'first_name', c.details->>'last_name') end as name
       from ${ordersSql}
       where c.id in ${personCheckoutsSql('$1')}
       order by o.id desc limit ${MAX_LISTED}`,
      email,
    ),
    read<{ receive_news_email: boolean; receive_news_postal: boolean; confirmed_at: Date | null }>(
      pool,
      `select receive_news_email, receive_news_postal, confirmed_at from newsletter_subscription n
       where email_key = email_key($1) and ${hasAskedSql} order by account_id nulls last limit 1`,
      email,
    ),
    read<{ id: string; subject: string; created_at: Date }>(
      pool,
      `select id, subject, created_at from contact_message where email_key(email) = email_key($1)
       order by id desc limit ${MAX_LISTED}`,
      email,
    ),
    read<MailListRow>(
      pool,
      `select ${mailColumns} from mail m where email_key(m.recipient) = email_key($1)
       order by m.id desc limit ${MAX_LISTED}`,
      email,
    ),
    countRetainedOrders(pool, email),
  ]);
}

async function read<Row extends object>(pool: Pool, text: string, email: string): Promise<Row[]> {
  return (await pool.query<Row>(text, [email])).rows;
}

function toAccount(row: AccountRow): PersonDto['account'] {
  return {
    id: row.id,
    firstName: row.first_name,
    lastName: row.last_name,
    language: row.language,
    isVerified: row.email_verified_at !== null,
    createdAt: toBerlinIso(row.created_at),
  };
}

function toNewsletter(
  row:
    | { receive_news_email: boolean; receive_news_postal: boolean; confirmed_at: Date | null }
    | undefined,
): PersonDto['newsletter'] {
  if (row === undefined) return null;
  return {
    isEmail: row.receive_news_email,
    isPostal: row.receive_news_postal,
    confirmedAt: row.confirmed_at && toBerlinIso(row.confirmed_at),
  };
}
