import { frameTexts } from '#messages/office/frame.ts';
import { useTexts } from '../platform/use-frame.ts';

interface BreadcrumbProps {
  /** From the first level on; the page itself comes last, without a path. */
  items: { label: string; path?: string }[];
}

/** The path from the first level to this page. */
export function Breadcrumb({ items }: BreadcrumbProps) {
  const texts = useTexts(frameTexts);
  return (
    <nav className="office-breadcrumb" aria-label={texts.breadcrumb}>
      <ol>
        {items.map(({ label, path }) => (
          <li key={label}>
            {path === undefined ? (
              <span aria-current="page">{label}</span>
            ) : (
              <a href={path}>{label}</a>
            )}
          </li>
        ))}
      </ol>
    </nav>
  );
}
