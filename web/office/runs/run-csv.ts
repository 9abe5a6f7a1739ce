import { readRowId } from '#contract/office/forms.ts';
import { officeContext } from '../platform/office-context.ts';
import { csvOptions, csvResponse, noteExport } from '../platform/export-response.server.ts';
import { readQuery } from '../ui/list-controls.tsx';
import type { Route } from './+types/run-csv';

/** The items of a run as CSV (office.md 6). */
export async function loader({ context, url, params }: Route.LoaderArgs) {
  const office = context.get(officeContext);
  const id = readRowId(params.id);
  const query = readQuery(url);
  await office.read('run:page', { id });
  await noteExport(office, 'report:export', { report: 'run' });
  const lines = await office.read('run:csv', { id, ...csvOptions(office, query) });
  return csvResponse(office, lines, { name: { file: 'run' } });
}
