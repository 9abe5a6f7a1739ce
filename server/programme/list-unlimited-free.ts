import type { Programme } from './programme-format.ts';

/** Ticket types of 0 EUR that one order may take without limit, as 'concert: type'. */
export function listUnlimitedFree({ concerts }: Programme): string[] {
  return concerts.flatMap(({ slug, sale }) =>
    Object.entries(sale?.prices ?? {})
      .filter(([type, price]) => {
        const isLimited = [sale?.maxOfType, sale?.quotas, sale?.onlyWith].some(
          (limits) => limits !== undefined && type in limits,
        );
        return price === 0 && !isLimited;
      })
      .map(([type]) => `${slug}: ${type}`),
  );
}
