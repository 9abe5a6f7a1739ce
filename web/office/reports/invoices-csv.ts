import { officeContext } from '../platform/office-context.ts';
import { csvOptions, csvResponse, noteExport } from '../platform/export-response.server.ts';
import { readQuery } from '../ui/list-controls.tsx';
import type { Route } from './+types/invoices-csv';

/** The journal of invoices as CSV (office.md 9). */
export async function loader({ context, url }: Route.LoaderArgs) {
  const office = context.get(officeContext);
  const query = readQuery(url);
  await noteExport(office, 'report:export', { ...query, report: 'invoices' });
  const lines = await office.read('report:invoices-csv', {
    ...query,
    ...csvOptions(office, query),
  });
  return csvResponse(office, lines, {
    name: { file: 'invoices' },
    from: query['from'],
    to: query['to'],
  });
}
