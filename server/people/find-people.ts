import { findExactOrder } from '../orders/order-ids.ts';
import { personCheckoutsSql } from '../orders/order-filter-sql.ts';
import { toPersonKey, readPersonKey } from '../platform/security/signed-tokens.ts';
import type { Deps } from '../deps.ts';
import { cleanSearch } from '../operations/entries.ts';
import { toEmailKey } from '#contract/fields.ts';
import { Problem } from '../platform/problem.ts';

/** A person that a search found. */
interface PersonListDto {
  /** Opaque: nobody can read the address from it. Null: bought without an e-mail address. */
  key: string | null;
  name: string;
  email: string | null;
  hasAccount: boolean;
  /** The latest order; null without one. */
  orderNo: string | null;
}

/** The first people of a search, by name. */
export interface FoundPeople {
  rows: PersonListDto[];
  /** All people found; more than 1,000 count as 1,001. */
  count: number;
}

const MAX_PEOPLE = 50;
/** Rows counted in each table at most (office.md 1, Lists). */
const MAX_HITS = 1001;

interface Row {
  email: string | null;
  name: string | null;
  has_account: boolean;
  order_no: string | null;
  count: number;
}

/**
 * Finds people by the beginnings of the words of name, e-mail and order number, and by what names an order exactly:
 * customers, buyers, contacts of orders, subscribers and writers of messages, each once by their e-mail address.
 * Only the first of them by name, with the number of all; they have no further pages (office.md 8.1).
 */
export async function findPeople(deps: Deps, q: string): Promise<FoundPeople> {
  if (q.trim() === '') return { rows: [], count: 0 };
  const search = cleanSearch(q);
  const { rows } = await deps.pool.query<Row>(selectPeople, [
    search,
    await findExactOrder(deps, search),
  ]);
  return {
    rows: rows.map(({ email, name, has_account: hasAccount, order_no: orderNo }) => ({
      key: email === null ? null : toPersonKey(deps.tokens, email),
      name: name ?? email ?? '–',
      email,
      hasAccount,
      orderNo,
    })),
    count: rows[0]?.count ?? 0,
  };
}

/**
 * The first people by name, each with the latest order, which the search itself may not find: its buyer had another
 * address then. Once a table has more hits than are read, there are "more than 1,000".
 */
const selectPeople = `
  with query as materialized (select fold_query($1) as words),
  hits as materialized (
    (select o.id, o.order_no, o.checkout_id from orders o, query
    where o.search @@ query.words order by o.id desc limit ${MAX_HITS})
    union select id, order_no, checkout_id from orders where order_no = $2
  ),
  accounts as materialized (
    select a.email_key as email, concat_ws(' ', a.first_name, a.last_name) as name from account a, query
    where fold_vector(a.first_name || ' ' || a.last_name || ' ' || a.email) @@ query.words limit ${MAX_HITS}
  ),
  subscribers as materialized (
    select n.email_key as email from newsletter_subscription n, query
    where fold_vector(n.email) @@ query.words limit ${MAX_HITS}
  ),
  writers as materialized (
    select email_key(m.email) as email from contact_message m, query
    where fold_vector(m.email) @@ query.words limit ${MAX_HITS}
  ),
  found as (
    select email, name, true as has_account, null::text as order_no, 0::bigint as rank from accounts
    union all
    select email_key(c.details->>'email'), concat_ws(' ', c.details->>'first_name', c.details->>'last_name'), false,
      h.order_no, h.id
    from hits h join checkout c on c.id = h.checkout_id left join order_contact x on x.order_id = h.id
    where c.details->>'email' is not null or x.email is null
    union all
    select email_key(x.email), x.name, false, h.order_no, h.id
    from hits h join order_contact x on x.order_id = h.id where x.email is not null
    union all
    select email, null, false, null, 0 from subscribers
    union all
    select email, null, false, null, 0 from writers
  ),
  people as (
    select email, (array_agg(name order by has_account desc, rank desc) filter (where name is not null))[1] as name,
      bool_or(has_account) as has_account,
      (array_agg(order_no order by rank desc) filter (where order_no is not null))[1] as order_no,
      case when ${MAX_HITS} in ((select count(*) from hits), (select count(*) from accounts),
          (select count(*) from subscribers), (select count(*) from writers))
        then ${MAX_HITS} else count(*) over () end::integer as count
    from found group by email, case when email is null then order_no end
    order by name nulls last, email limit ${MAX_PEOPLE}
  )
  select name, email, has_account, count, coalesce(
      (select (array_agg(o.order_no order by o.id desc))[1] from orders o
       where o.checkout_id in ${personCheckoutsSql('people.email')}), order_no) as order_no
  from people order by name nulls last, email`;

/** Finds the person of a command: the page names a key, the command line an e-mail address. 404 for an unknown key. */
export function getEmail(deps: Deps, { key, email }: { key: string; email: string }): string {
  const found = key === '' ? toEmailKey(email) : readPersonKey(deps.tokens, key);
  if (found === null || found === '') throw new Problem('not_found');
  return found;
}
