import type { ReactNode } from 'react';

/** The one badge of a concert; a mark, not a control. */
export function Badge({
  kind,
  children,
}: {
  kind: 'buy' | 'soldout' | 'free';
  children: ReactNode;
}) {
  return <span className={`badge badge--${kind}`}>{children}</span>;
}
