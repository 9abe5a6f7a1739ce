import type { Pool } from 'pg';
import type { MailFilters, MailListDto } from '#contract/office/mail-queries.ts';
import type { ListPage, Paging } from '#contract/office/lists.ts';
import { unsentMailSql } from '../../platform/mail/queue-mail.ts';
import { readListPage } from '../read-list-page.ts';
import { mailColumns, type MailListRow, toMailListDto } from './mail-rows.ts';
import { cleanSearch } from '../../operations/entries.ts';

const states: Record<string, string> = {
  waiting: `${unsentMailSql} and (m.attempts = 0 or m.last_error is null)`,
  failing: `${unsentMailSql} and m.attempts > 0 and m.last_error is not null`,
  sent: 'm.sent_at is not null',
  refused: 'm.bounced_at is not null and m.sent_at is null and m.dropped_at is null',
  dropped: 'm.dropped_at is not null and m.sent_at is null',
};

/** A page of the outbox, newest first (office.md 8.4). */
export async function listMails(
  pool: Pool,
  { after, before, ...filters }: MailFilters & Paging,
): Promise<ListPage<MailListDto> & { kinds: string[]; hasOpenRefusals: boolean }> {
  const values: unknown[] = [];
  const value = (one: unknown): string => `$${values.push(one)}`;
  const all = ['true'];
  const { q = '', state = '', kind = '' } = filters;
  if (q.trim() !== '') {
    const query = `fold_query(${value(cleanSearch(q))})`;
    // matches the address, or the words of the mail's order; for a common word only the latest thousand orders
    all.push(`m.id = any (array(select id from mail where fold_vector(recipient) @@ ${query}
      union select m.id from (select id from orders where search @@ ${query}
        order by created_at desc, id desc limit 1000) o
        cross join lateral (select id from mail where (facts->>'orderId')::bigint = o.id offset 0) m))`);
  }
  const fitting = states[state];
  if (fitting !== undefined) all.push(fitting);
  if (kind !== '') all.push(`m.kind = ${value(kind)}`);
  const where = all.map((one) => `(${one})`).join(' and ');
  const page = await readListPage<MailListRow>(
    pool,
    { select: mailColumns, from: 'mail m', where, values, sort: ['m.id'] },
    { after, before },
  );
  // jumps from kind to kind along the index
  const kinds = await pool.query<{ kind: string }>(
    `with recursive each as (
       (select kind from mail order by kind limit 1)
       union all select (select m.kind from mail m where m.kind > each.kind order by m.kind limit 1)
       from each where each.kind is not null
     ) select kind from each where kind is not null`,
  );
  const open = await pool.query(
    'select from mail where bounced_at is not null and handled_at is null and sent_at is null and dropped_at is null limit 1',
  );
  return {
    ...page,
    rows: page.rows.map(toMailListDto),
    kinds: kinds.rows.map((row) => row.kind),
    hasOpenRefusals: open.rowCount === 1,
  };
}
