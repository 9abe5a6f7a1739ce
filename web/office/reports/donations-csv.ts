import { officeContext } from '../platform/office-context.ts';
import { csvOptions, csvResponse, recordExport } from '../platform/export-response.server.ts';
import { readQuery } from '../ui/list-controls.tsx';
import type { Route } from './+types/donations-csv';

/** The donations as CSV, for receipts (office.md 6). */
export async function loader({ context, url }: Route.LoaderArgs) {
  const office = context.get(officeContext);
  await recordExport(office, 'report:export', { report: 'donations' });
  const lines = await office.read('donation:csv', csvOptions(office, readQuery(url)));
  return csvResponse(office, lines, { name: { file: 'donations' } });
}
