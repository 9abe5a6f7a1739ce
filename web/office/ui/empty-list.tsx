import { listTexts } from '#messages/office/orders.ts';
import { useFrame, useTexts } from '../platform/use-frame.ts';

interface EmptyListProps {
  /** Nothing there yet: what to do first. Undefined: nothing found with these filters. */
  first?: string | undefined;
}

/** Stands in for a list without rows (office.md 1, Lists). */
export function EmptyList({ first }: EmptyListProps) {
  const texts = useTexts(listTexts);
  const { path } = useFrame();
  if (first !== undefined) return <p className="office-empty">{first}</p>;
  return (
    <p className="office-empty">
      {texts.nothingFound} <a href={path.split('?')[0]}>{texts.reset}</a>
    </p>
  );
}
