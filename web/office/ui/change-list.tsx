import { BreakableText } from './breakable-text.tsx';

interface ChangeListProps {
  changes: { field: string; label: string; before: string; after: string }[];
}

/** What changed, field by field. */
export function ChangeList({ changes }: ChangeListProps) {
  return (
    <ul>
      {changes.map(({ field, label, before, after }) => (
        <li key={field}>
          <BreakableText text={`${label}: ${before || '–'} → ${after || '–'}`} />
        </li>
      ))}
    </ul>
  );
}
