import type { ReactNode } from 'react';

/** Good: valid, paid, done. Part: partly so. Open: on its way. Gone: void, cancelled. Bad: somebody has to act. */
export type StateKind = 'good' | 'part' | 'open' | 'gone' | 'bad';

/** A state in a word; each kind has a colour and a shape of its own (office.md 7). */
export function StateLabel({ kind, children }: { kind: StateKind; children: ReactNode }) {
  return <span className={`office-state office-state--${kind}`}>{children}</span>;
}
