// Lists of the office, as pages and as CSV (office.md 1, Lists).
import type { Language } from '../language.ts';

/** A page of a list: after (older than) or before (newer than) the row with this id. */
export interface Paging {
  after?: number | undefined;
  before?: number | undefined;
}

/** A page of a list with keys of its neighbours; null: there is none. */
export interface ListPage<Row> {
  rows: Row[];
  olderThan: number | null;
  newerThan: number | null;
  /** Rows that match the filters; more than 1,000 count as 1,001. */
  count: number;
}

/** Format of a CSV (office.md 9). */
export interface CsvOptions {
  language: Language;
  hasBom: boolean;
}
