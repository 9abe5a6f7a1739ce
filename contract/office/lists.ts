/** Rows of a list page (office.md 1, Lists). */
export const ROWS_PER_PAGE_COUNT = 50;

/** A count beyond this is shown as "more than 1,000". */
export const MAX_EXACT_COUNT = 1000;

/** One page of a list, newest first. Keys are those of its first and last row. */
export interface Page<Row> {
  rows: Row[];
  /** Key for the page with older rows; null: there are none. */
  older: string | null;
  /** Key for the page with newer rows; null: there are none. */
  newer: string | null;
  /** Null: more than MAX_EXACT_COUNT. */
  count: number | null;
}

/** The part of a list's address that chooses the page; keys of `Page`. */
export interface PageQuery {
  older?: string | undefined;
  newer?: string | undefined;
}
