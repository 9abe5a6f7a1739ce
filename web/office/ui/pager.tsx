import { formatNumber } from '#contract/format.ts';
import type { Page } from '#contract/office/lists.ts';
import { listTexts } from '#messages/office/lists.ts';
import { useFrame, useTexts } from '../platform/use-frame.ts';

/** How many rows a list has, and the ways to older and newer ones; the address keeps its filters. */
export function Pager({ page }: { page: Page<unknown> }) {
  const { path, language } = useFrame();
  const texts = useTexts(listTexts);
  const { count, older, newer } = page;
  const shown = count === null ? texts.many : formatNumber(count, language);
  return (
    <nav className="office-pager" aria-label={texts.pages}>
      <p>{texts.count({ count: shown, isOne: count === 1 })}</p>
      {newer !== null && <a href={withPage(path, 'newer', newer)}>{texts.newer}</a>}
      {older !== null && <a href={withPage(path, 'older', older)}>{texts.older}</a>}
    </nav>
  );
}

function withPage(path: string, name: 'older' | 'newer', key: string): string {
  const [pathname = '', query = ''] = path.split('?');
  const parameters = new URLSearchParams(query);
  parameters.delete('older');
  parameters.delete('newer');
  parameters.set(name, key);
  return `${pathname}?${parameters}`;
}

/** Instead of a table without rows: nothing there yet, or nothing found. */
export function EmptyList({ isFiltered, text }: { isFiltered: boolean; text: string }) {
  const { path } = useFrame();
  const texts = useTexts(listTexts);
  if (!isFiltered) return <p>{text}</p>;
  return (
    <p>
      {texts.nothingFound} <a href={path.split('?')[0]}>{texts.resetFilters}</a>
    </p>
  );
}
