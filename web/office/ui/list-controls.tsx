import { listTexts } from '#messages/office/orders.ts';
import { useFrame } from '../platform/use-frame.ts';
import { useLanguage, useTexts } from '../../platform/language.tsx';
import { formatNumber } from '#contract/format.ts';

interface PagerProps {
  olderThan: number | null;
  newerThan: number | null;
  /** The list starts with the oldest row, so that its next page is newer. */
  isOldestFirst?: boolean;
}

/** Links to older and newer rows of a list, with the same filters. */
export function Pager({ olderThan, newerThan, isOldestFirst = false }: PagerProps) {
  const texts = useTexts(listTexts);
  const { path } = useFrame();
  if (olderThan === null && newerThan === null) return null;
  const link = (name: 'after' | 'before', key: number): string => {
    const [pathname = '', query = ''] = path.split('?');
    const params = new URLSearchParams(query);
    params.delete('after');
    params.delete('before');
    params.set(name, String(key));
    return `${pathname}?${params}`;
  };
  return (
    <nav className="office-pager" aria-label={texts.pages}>
      {newerThan !== null && (
        <a className="button button--line" href={link('before', newerThan)}>
          {isOldestFirst ? texts.older : texts.newer}
        </a>
      )}
      {olderThan !== null && (
        <a className="button button--line" href={link('after', olderThan)}>
          {isOldestFirst ? texts.newer : texts.older}
        </a>
      )}
    </nav>
  );
}

/** How many rows a list has; beyond 1,000 they are not counted (office.md 1, Lists). */
export function ListCount({ count }: { count: number }) {
  const texts = useTexts(listTexts);
  const language = useLanguage();
  const shown = count > 1000 ? texts.moreThan : formatNumber(count, language);
  return <p className="office-count">{texts.entries({ count: shown, isOne: count === 1 })}</p>;
}

/** Query parameters that are not filters. */
const noFilters = ['bom', 'language'];

/** Replaces a list without rows: nothing found with these filters, or no rows yet (office.md 1, Lists). */
export function EmptyList({ first }: { first: string }) {
  const texts = useTexts(listTexts);
  const { path } = useFrame();
  const [pathname, query] = path.split('?');
  const isFiltered = [...new URLSearchParams(query)].some(
    ([name, value]) => value.trim() !== '' && !noFilters.includes(name),
  );
  if (!isFiltered) return <p className="office-empty">{first}</p>;
  return (
    <p className="office-empty">
      {texts.nothingFound} <a href={pathname}>{texts.reset}</a>
    </p>
  );
}

interface FilterButtonsProps {
  /** The path of the list as CSV; undefined: it has none, or the reader has no right to it. */
  csv?: string | undefined;
  /** Whether there is no page that shows the result. */
  isFile?: boolean | undefined;
}

/** The buttons of a list's filters: show the result, or export it as CSV (office.md 1, Lists). */
export function FilterButtons({ csv, isFile = false }: FilterButtonsProps) {
  const texts = useTexts(listTexts);
  return (
    <div className="office-buttons">
      {!isFile && <button className="button button--primary">{texts.apply}</button>}
      {csv !== undefined && (
        <>
          <button className="button button--line" formAction={csv}>
            {texts.asCsv}
          </button>
          <label className="office-check">
            <input type="checkbox" name="bom" value="1" /> {texts.forExcel}
          </label>
        </>
      )}
    </div>
  );
}

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
