import type { ReactNode } from 'react';
import { BreakableText } from './breakable-text.tsx';

interface SectionProps {
  /** Its id, without spaces. */
  id: string;
  title: string;
  /** Whether it is what a form was sent for: it takes the focus (office.md 13.1). */
  isResponse?: boolean;
  children: ReactNode;
}

/** A part of a page under its h2. */
export function Section({ id, title, isResponse = false, children }: SectionProps) {
  return (
    <section className="office-section" aria-labelledby={`${id}-title`}>
      {/* oxlint-disable-next-line jsx-a11y/no-autofocus -- the response to a form */}
      <h2 id={`${id}-title`} {...(isResponse && { tabIndex: -1, autoFocus: true })}>
        {title}
      </h2>
      {children}
    </section>
  );
}

interface TermListProps {
  /** Label and value; rows without a value are left out. */
  rows: readonly (readonly [label: string, value: ReactNode])[];
}

/** A list of values, each with its label. */
export function TermList({ rows }: TermListProps) {
  return (
    <dl className="office-facts">
      {rows
        .filter(([, value]) => value !== null && value !== '')
        .map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{typeof value === 'string' ? <BreakableText text={value} /> : value}</dd>
          </div>
        ))}
    </dl>
  );
}
