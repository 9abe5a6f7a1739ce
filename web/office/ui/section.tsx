import type { ReactNode } from 'react';

interface SectionProps {
  /** Its id, without spaces. */
  id: string;
  title: string;
  children: ReactNode;
}

/** A part of a page under its h2. */
export function Section({ id, title, children }: SectionProps) {
  return (
    <section className="office-section" aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`}>{title}</h2>
      {children}
    </section>
  );
}
