import { formatNumber } from '#contract/format.ts';
import { listTexts } from '#messages/office/orders.ts';
import { useLanguage, useTexts } from '../platform/use-frame.ts';

/** How many rows a list has; beyond 1,000 they are not counted (office.md 1, Lists). */
export function ListCount({ count }: { count: number }) {
  const texts = useTexts(listTexts);
  const language = useLanguage();
  const shown = count > 1000 ? texts.moreThan : formatNumber(count, language);
  return <p className="office-count">{texts.entries({ count: shown, isOne: count === 1 })}</p>;
}
