import { officeContext } from '../platform/office-context.ts';
import { csvOptions, csvResponse, recordExport } from '../platform/export-response.server.ts';
import { readQuery } from '../ui/list-controls.tsx';
import type { Route } from './+types/newsletter-csv';

/** The confirmed subscribers as CSV, with the same search (office.md 8.2). */
export async function loader({ context, url }: Route.LoaderArgs) {
  const office = context.get(officeContext);
  const query = readQuery(url);
  await recordExport(office, 'newsletter:export', {});
  const input = { q: query['q'] ?? '', ...csvOptions(office, query) };
  return csvResponse(office, await office.read('newsletter:csv', input), {
    name: { file: 'newsletter' },
  });
}
