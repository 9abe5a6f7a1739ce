interface PageOptions {
  /** The row that the page stands beside; undefined: the first page. */
  key: number | undefined;
  /** Rows newer than the key, in ascending sequence. */
  isBackward: boolean;
  size: number;
}

/** A page of rows, newest first, with the keys of its neighbours; `found` has one row more than the page, if any. */
export function toPage<Row extends { id: number }>(
  found: Row[],
  { key, isBackward, size }: PageOptions,
): { rows: Row[]; olderThan: number | null; newerThan: number | null } {
  const hasMore = found.length > size;
  const cut = found.slice(0, size);
  const rows = isBackward ? cut.toReversed() : cut;
  const hasOlder = isBackward || hasMore;
  const hasNewer = isBackward ? hasMore : key !== undefined;
  return {
    rows,
    olderThan: hasOlder ? (rows.at(-1)?.id ?? null) : null,
    newerThan: hasNewer ? (rows[0]?.id ?? null) : null,
  };
}
