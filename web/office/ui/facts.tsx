import type { ReactNode } from 'react';

interface FactsProps {
  /** Label and value; rows without a value are left out. */
  rows: readonly (readonly [label: string, value: ReactNode])[];
}

/** A list of facts, each with its label. */
export function Facts({ rows }: FactsProps) {
  return (
    <dl className="office-facts">
      {rows
        .filter(([, value]) => value !== null && value !== '')
        .map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
    </dl>
  );
}
