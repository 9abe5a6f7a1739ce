import type { Pool } from 'pg';
import type { Language } from '#contract/language.ts';
import { labelOfValue } from '#messages/office/audit-values.ts';

/** The stored fields of an entry, before or after it. */
export type StoredFields = Record<string, unknown> | null;

/** The language of a reader, and the names of ticket types by id in it. */
export interface ValueContext {
  language: Language;
  typeNames: ReadonlyMap<string, string>;
}

/** Describes a stored value of an audit entry in words; numbers of tickets as "2 × Normalpreis" (office.md 11). */
export function describeValue(field: string, value: unknown, context: ValueContext): string {
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') {
    return labelOfValue(field, String(value), context.language);
  }
  if (Array.isArray(value)) {
    return value.map((each: unknown) => describeValue(field, each, context)).join(', ');
  }
  if (typeof value !== 'object' || value === null) return '';
  if ('ticketType' in value && 'quantity' in value) {
    const id = String(value.ticketType);
    return `${String(value.quantity)} × ${context.typeNames.get(id) ?? id}`;
  }
  return Object.entries(value)
    .map(([name, each]) => `${name}: ${describeValue(name, each, context)}`)
    .join(', ');
}

/** Finds the names of the ticket types that these fields name by their id. */
export async function findTypeNames(
  pool: Pool,
  stored: StoredFields[],
  language: Language,
): Promise<Map<string, string>> {
  const ids = stored
    .flatMap((fields) => Object.values(fields ?? {}))
    .flat()
    .flatMap((value) =>
      typeof value === 'object' && value !== null && 'ticketType' in value
        ? [Number(value.ticketType)]
        : [],
    )
    .filter(Number.isInteger);
  if (ids.length === 0) return new Map();
  const { rows } = await pool.query<{ id: string; name: string }>(
    `select id::text as id, case when $2 = 'de' then name_de else name_en end as name
     from ticket_type where id = any($1::bigint[])`,
    [[...new Set(ids)], language],
  );
  return new Map(rows.map(({ id, name }) => [id, name]));
}
