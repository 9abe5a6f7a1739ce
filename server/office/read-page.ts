import type { Pool } from 'pg';
import {
  MAX_EXACT_COUNT,
  ROWS_PER_PAGE_COUNT,
  type Page,
  type PageQuery,
} from '#contract/office/lists.ts';

interface ListStatement {
  /** Columns, without the key. */
  select: string;
  /** `from …`, and what it joins. */
  from: string;
  /** Conditions with the parameters $1 … of `values`; 'true' for none. */
  where: string;
  values: unknown[];
  /** The unique number by which the list is sorted, newest first. */
  key: string;
}

/** Reads one page of a list by its key, never by a page number. */
export async function readPage<Row extends object>(
  pool: Pool,
  { select, from, where, values, key }: ListStatement,
  { older, newer }: PageQuery,
): Promise<Page<Row>> {
  const isNewer = isKey(newer);
  const bound = isNewer ? newer : isKey(older) ? older : null;
  const next = `$${values.length + 1}`;
  const beyond =
    bound === null ? `${next}::bigint is null` : `${key} ${isNewer ? '>' : '<'} ${next}`;
  const { rows } = await pool.query<Row & { page_key: string }>(
    `select ${select}, ${key}::text as page_key ${from} where (${where}) and ${beyond}
     order by ${key} ${isNewer ? 'asc' : 'desc'} limit ${ROWS_PER_PAGE_COUNT + 1}`,
    [...values, bound],
  );
  const { rows: counted } = await pool.query<{ count: number }>(
    `select count(*)::integer as count from (select ${from} where ${where} limit ${MAX_EXACT_COUNT + 1}) c`,
    values,
  );
  const hasMore = rows.length > ROWS_PER_PAGE_COUNT;
  const shown = rows.slice(0, ROWS_PER_PAGE_COUNT);
  if (isNewer) shown.reverse();
  const count = counted[0]?.count ?? 0;
  return {
    rows: shown,
    older: isNewer || hasMore ? (shown.at(-1)?.page_key ?? null) : null,
    newer: isNewer
      ? hasMore
        ? (shown[0]?.page_key ?? null)
        : null
      : bound === null
        ? null
        : (shown[0]?.page_key ?? null),
    count: count > MAX_EXACT_COUNT ? null : count,
  };
}

const isKey = (value: string | undefined): value is string =>
  value !== undefined && /^\d{1,18}$/.test(value);
