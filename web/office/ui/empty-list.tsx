import { listTexts } from '#messages/office/orders.ts';
import { useFrame, useTexts } from '../platform/use-frame.ts';

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
