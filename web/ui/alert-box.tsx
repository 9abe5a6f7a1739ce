import type { ReactNode } from 'react';

interface AlertBoxProps {
  kind: 'danger' | 'success' | 'info';
  title?: string;
  /** A text becomes a paragraph. */
  children: ReactNode;
  /** Lets it take focus by code, e.g. after a failed payment. */
  id?: string;
}

/** A message in the flow of the page. A danger is announced at once (role=alert). */
export function AlertBox({ kind, title, children, id }: AlertBoxProps) {
  return (
    <div
      className={`alert alert--${kind} alert--inline`}
      role={kind === 'danger' ? 'alert' : 'status'}
      id={id}
      tabIndex={id === undefined ? undefined : -1}
    >
      <div>
        {title && <p className="alert__title">{title}</p>}
        {typeof children === 'string' ? <p>{children}</p> : children}
      </div>
    </div>
  );
}
