import { officeContext } from '../platform/office-context.ts';
import { csvOptions, csvResponse, noteExport } from '../platform/export-response.server.ts';
import { readQuery } from '../ui/list-controls.tsx';
import type { Route } from './+types/gema-csv';

/** The pieces performed as CSV for the GEMA (office.md 9). Editors have it, too, who export nothing else: no entry. */
export async function loader({ context, url }: Route.LoaderArgs) {
  const office = context.get(officeContext);
  const query = readQuery(url);
  if (office.staff.role !== 'editor') {
    await noteExport(office, 'report:export', { ...query, report: 'gema' });
  }
  const lines = await office.read('report:gema-csv', { ...query, ...csvOptions(office, query) });
  return csvResponse(office, lines, {
    name: { file: 'gema' },
    from: query['from'],
    to: query['to'],
  });
}
