import { stat } from 'node:fs/promises';
import type { SecretState } from './restore-secret.ts';

/** Summary for the operator, e.g. `41 orders, 97 tickets, 41 invoices, 120 documents`. */
export function describeRows(tables: Record<string, { rows: number }>): string {
  const rows = (name: string): number => tables[name]?.rows ?? 0;
  const all = Object.values(tables).reduce((sum, table) => sum + table.rows, 0);
  return (
    `${rows('orders')} orders, ${rows('ticket')} tickets, ${rows('invoice')} invoices, ` +
    `${rows('document')} documents, ${rows('jobs')} waiting jobs; ${all} rows in all`
  );
}

/** Size of a file in kB or MB. */
export async function describeSize(file: string): Promise<string> {
  const { size } = await stat(file);
  return size < 1_000_000 ? `${Math.ceil(size / 1000)} kB` : `${(size / 1_000_000).toFixed(1)} MB`;
}

/** Tells the operator what a restore did with the secret, and what is left to do. */
export const secretTexts: Record<SecretState, string> = {
  restored:
    'The secret is back in DATA_DIR/app-secret: links and ticket codes sent earlier are valid.',
  same: 'APP_SECRET matches the backup: links and ticket codes sent earlier are valid.',
  different:
    'ATTENTION: APP_SECRET is not the one of the backup. Until it is, no link and no ticket code sent ' +
    'earlier is valid. Stop the shop, set APP_SECRET, start the shop again.',
};
