/** The key of a row, where a page of a list starts or ends. */
const placePattern = /^\d{1,15}$/;

/** The first value of each parameter of an address; an invalid position in a list is left out. */
export function readQuery(url: URL): Record<string, string> {
  const query: Record<string, string> = {};
  for (const [name, value] of url.searchParams) {
    const isPlace = name === 'after' || name === 'before';
    if (!isPlace || placePattern.test(value)) query[name] ??= value;
  }
  return query;
}

/** The position in a list given by `?after=` or `?before=`. */
export function readPaging(query: Record<string, string>): { after?: number; before?: number } {
  const key = (value: string | undefined): number | null =>
    value !== undefined && placePattern.test(value) ? Number(value) : null;
  const [after, before] = [key(query['after']), key(query['before'])];
  if (after !== null) return { after };
  return before === null ? {} : { before };
}
