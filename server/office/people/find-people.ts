import type { PersonRow } from '#contract/office/people-queries.ts';
import { cleanSearch } from '../clean-text.ts';
import type { OfficeDeps } from '../command.ts';
import { toPersonKey } from './person-key.ts';

const MAX_PEOPLE = 50;

/**
 * Finds people by the beginnings of the words of name, e-mail and order number: customers, buyers, contacts of orders,
 * subscribers and writers of messages, each once by their e-mail address.
 */
export async function findPeople({ pool, tokens }: OfficeDeps, q: string): Promise<PersonRow[]> {
  if (q.trim() === '') return [];
  const { rows } = await pool.query<{
    email: string | null;
    name: string | null;
    has_account: boolean;
    order_no: string | null;
  }>(
    `with query as materialized (select fold_query($1) as words),
     found as (
       (select lower(a.email) as email, concat_ws(' ', a.first_name, a.last_name) as name, true as has_account,
          null::text as order_no, 0::bigint as rank
        from account a, query
        where fold_vector(a.first_name || ' ' || a.last_name || ' ' || a.email) @@ query.words limit ${MAX_PEOPLE})
       union all
       (select lower(c.details->>'email'), concat_ws(' ', c.details->>'first_name', c.details->>'last_name'), false,
          o.order_no, o.id
        from orders o join checkout c on c.id = o.checkout_id
          left join order_contact x on x.order_id = o.id, query
        where o.search @@ query.words and (c.details->>'email' is not null or x.email is null)
        order by o.id desc limit ${MAX_PEOPLE})
       union all
       (select lower(x.email), x.name, false, o.order_no, o.id
        from orders o join order_contact x on x.order_id = o.id, query
        where o.search @@ query.words and x.email is not null order by o.id desc limit ${MAX_PEOPLE})
       union all
       (select lower(n.email), null, false, null, 0 from newsletter_subscription n, query
        where fold_vector(n.email) @@ query.words limit ${MAX_PEOPLE})
       union all
       (select lower(m.email), null, false, null, 0 from contact_message m, query
        where fold_vector(m.email) @@ query.words limit ${MAX_PEOPLE})
     )
     select email, (array_agg(name order by has_account desc, rank desc) filter (where name is not null))[1] as name,
       bool_or(has_account) as has_account,
       (array_agg(order_no order by rank desc) filter (where order_no is not null))[1] as order_no
     from found group by email, case when email is null then order_no end
     order by name nulls last, email limit ${MAX_PEOPLE}`,
    [cleanSearch(q)],
  );
  return rows.map(({ email, name, has_account: hasAccount, order_no: orderNo }) => ({
    key: email === null ? null : toPersonKey(tokens, email),
    name: name ?? email ?? '–',
    email,
    hasAccount,
    orderNo,
  }));
}
