import { readRowId } from '#contract/office/forms.ts';
import { officeContext } from '../platform/office-context.ts';
import { csvOptions, csvResponse, recordExport } from '../platform/export-response.server.ts';
import { readQuery } from '../ui/list-controls.tsx';
import type { Route } from './+types/box-office-csv';

/** The box-office list as CSV (office.md 7.6). */
export async function loader({ context, params, url }: Route.LoaderArgs) {
  const office = context.get(officeContext);
  const id = readRowId(params.id);
  await recordExport(office, 'order:export', { list: String(id) });
  const query = readQuery(url);
  const input = { id, q: query['q'] ?? '', ...csvOptions(office, query) };
  const lines = await office.read('order:box-office-csv', input);
  return csvResponse(office, lines, { name: { file: 'boxOffice', id } });
}
