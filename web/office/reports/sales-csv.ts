import { officeContext } from '../platform/office-context.ts';
import { csvOptions, csvResponse, noteExport } from '../platform/export-response.server.ts';
import { readQuery } from '../ui/list-controls.tsx';
import type { Route } from './+types/sales-csv';

/** The sales as CSV, grouped as on the page (office.md 9). */
export async function loader({ context, url }: Route.LoaderArgs) {
  const office = context.get(officeContext);
  const query = readQuery(url);
  await noteExport(office, 'report:export', { ...query, report: 'sales' });
  const lines = await office.read('report:sales-csv', {
    ...query,
    by: url.searchParams.getAll('by'),
    ...csvOptions(office, query),
  });
  return csvResponse(office, lines, {
    name: { file: 'sales' },
    from: query['from'],
    to: query['to'],
  });
}
