// Pages of the lists of the office (office.md 1, Lists).

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
  /** Rows that fit; more than 1,000 count as 1,001. */
  count: number;
}
