import type { Pool } from 'pg';
import type { ListPage, Paging } from '#contract/office/lists.ts';
import { toPage } from './to-page.ts';

/** Rows of a page (office.md 1, Lists). */
const PAGE_ROWS_COUNT = 50;
/** More rows are not counted. */
const MAX_COUNT = 1001;

interface ListStatement {
  /** Columns with `id`, by which the list is sorted, newest first. */
  select: string;
  /** A table with its alias. */
  from: string;
  /** Conditions with the parameters $1 … of `values`. */
  where: string;
  values: unknown[];
  /** The id's column. */
  key: string;
}

/** Reads one page of a list by its key, never by a page number. */
export async function readListPage<Row extends { id: number }>(
  pool: Pool,
  { select, from, where, values, key }: ListStatement,
  { after, before }: Paging,
): Promise<ListPage<Row>> {
  const place = after ?? before;
  const isBackward = after === undefined && before !== undefined;
  const beyond =
    place === undefined ? '' : `and ${key} ${isBackward ? '>' : '<'} $${values.length + 1}`;
  const found = await pool.query<Row>(
    `select ${select} from ${from} where (${where}) ${beyond}
     order by ${key} ${isBackward ? 'asc' : 'desc'} limit ${PAGE_ROWS_COUNT + 1}`,
    place === undefined ? values : [...values, place],
  );
  const counted = await pool.query<{ count: number }>(
    `select count(*)::integer as count from (select from ${from} where ${where} limit ${MAX_COUNT}) c`,
    values,
  );
  const page = toPage(found.rows, { key: place, isBackward, size: PAGE_ROWS_COUNT });
  return { ...page, count: counted.rows[0]?.count ?? 0 };
}
