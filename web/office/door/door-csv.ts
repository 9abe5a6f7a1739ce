import { readRowId } from '#contract/office/forms.ts';
import { officeContext } from '../platform/office-context.ts';
import { csvOptions, csvResponse, noteExport } from '../platform/export-response.server.ts';
import { readQuery } from '../ui/list-controls.tsx';
import type { Route } from './+types/door-csv';

/** The report of a concert's door as CSV (door.md 8). */
export async function loader({ context, params, url }: Route.LoaderArgs) {
  const office = context.get(officeContext);
  const concertId = readRowId(params.concertId);
  const options = csvOptions(office, readQuery(url));
  const lines = await office.read('door:report-csv', { concertId, ...options });
  await noteExport(office, 'report:export', { report: 'door', concert: String(concertId) });
  return csvResponse(office, lines, { name: { file: 'door', id: concertId } });
}
