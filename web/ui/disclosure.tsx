import type { ReactNode } from 'react';

interface DisclosureProps {
  label: ReactNode;
  /** At the right edge of the line, e.g. a total. */
  aside?: ReactNode;
  open?: boolean;
  children: ReactNode;
}

/** A line that expands to show its content; works without JavaScript. */
export function Disclosure({ label, aside, open, children }: DisclosureProps) {
  return (
    <details className="disclosure" open={open}>
      <summary>
        <span className="disclosure__label">{label}</span>
        {aside}
      </summary>
      <div className="disclosure__body">{children}</div>
    </details>
  );
}
