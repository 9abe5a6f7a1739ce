import type { Pool } from 'pg';
import type { ListPage, Paging } from '#contract/office/lists.ts';
import { DAY_MS, parseBerlin } from '#contract/berlin-time.ts';

/** Rows of a page (office.md 1, Lists). */
const PAGE_ROWS_COUNT = 50;
/** More rows are not counted. */
const MAX_COUNT = 1001;

/** A list: the clauses of its statement, and its sorting. */
export interface ListStatement {
  /** Columns, among them the row's key as `id`. */
  select: string;
  /** A table with its alias, and others joined to it. */
  from: string;
  /** Conditions with the parameters $1 … of `values`. */
  where: string;
  values: unknown[];
  /** Columns that sort the list, the id last; an index reads them in this order. */
  sort: string[];
  /** For a sort by more than the id: SELECT of the same columns of the row whose id follows. */
  placeOf?: string;
  /** Newest first unless this is set. */
  isOldestFirst?: boolean;
}

/** Reads one page of a list by the key of its first or last row, never by a page number. */
export async function readListPage<Row extends { id: number }>(
  pool: Pool,
  list: ListStatement,
  { after, before }: Paging,
): Promise<ListPage<Row>> {
  const { select, from, where, values } = list;
  const key = after ?? before;
  const isBackward = after === undefined && before !== undefined;
  const found = await pool.query<Row>(
    `select ${select} from ${from} where (${where}) ${key === undefined ? '' : beyond(list, isBackward)}
     ${order(list, isBackward)} limit ${PAGE_ROWS_COUNT + 1}`,
    key === undefined ? values : [...values, key],
  );
  // sorted, so that the planner walks along the index and stops early, whatever it estimates for the conditions
  const counted = await pool.query<{ count: number }>(
    `select count(*)::integer as count from (
       select from ${from} where ${where} ${order(list, false)} limit ${MAX_COUNT}) fitting`,
    values,
  );
  return {
    ...toPage(found.rows, { hasKey: key !== undefined, isBackward }),
    count: counted.rows[0]?.count ?? 0,
  };
}

/** SQL for the rows after the key, or before it. */
function beyond(
  { sort, placeOf, values, isOldestFirst = false }: ListStatement,
  isBackward: boolean,
) {
  // an id may be an integer, and a place in an address beyond its range
  const key = `$${values.length + 1}::bigint`;
  const place = placeOf === undefined ? key : `(${placeOf} ${key})`;
  return `and (${sort.join(', ')}) ${isOldestFirst === isBackward ? '<' : '>'} ${place}`;
}

function order({ sort, isOldestFirst = false }: ListStatement, isBackward: boolean): string {
  const direction = isOldestFirst === isBackward ? 'desc' : 'asc';
  return `order by ${sort.map((column) => `${column} ${direction}`).join(', ')}`;
}

/**
 * A page in the list's own sequence, with the keys of its neighbours; `found` has one more row if there is a next page.
 */
function toPage<Row extends { id: number }>(
  found: Row[],
  { hasKey, isBackward }: { hasKey: boolean; isBackward: boolean },
): Omit<ListPage<Row>, 'count'> {
  const hasMore = found.length > PAGE_ROWS_COUNT;
  const cut = found.slice(0, PAGE_ROWS_COUNT);
  const rows = isBackward ? cut.toReversed() : cut;
  const hasOlder = isBackward || hasMore;
  const hasNewer = isBackward ? hasMore : hasKey;
  return {
    rows,
    olderThan: hasOlder ? (rows.at(-1)?.id ?? null) : null,
    newerThan: hasNewer ? (rows[0]?.id ?? null) : null,
  };
}

const LAST_DAY = '9999-12-31';

/**
 * The start of a Berlin day such as 2026-08-22, or of a later one; null for a day that does not exist or lies beyond
 * the year 9999.
 */
export function findDayStart(day: string | undefined, plusDays = 0): Date | null {
  if (day === undefined || !/^\d{4}-\d\d-\d\d$/.test(day)) return null;
  const start = parseBerlin(`${day} 00:00`);
  if (Number.isNaN(start.getTime())) return null;
  const later = new Date(Date.parse(`${day}T00:00:00Z`) + plusDays * DAY_MS);
  if (later.getTime() > Date.parse(LAST_DAY)) return null;
  return parseBerlin(`${later.toISOString().slice(0, 10)} 00:00`);
}
