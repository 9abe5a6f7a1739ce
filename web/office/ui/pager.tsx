import { listTexts } from '#messages/office/orders.ts';
import { useFrame, useTexts } from '../platform/use-frame.ts';

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
