import { officeContext } from '../platform/office-context.ts';
import { csvOptions, csvResponse, recordExport } from '../platform/export-response.server.ts';
import { readQuery } from '../ui/list-controls.tsx';
import type { Route } from './+types/orders-csv';

/** The list of orders as CSV, with the same query (office.md 7.1). */
export async function loader({ context, url }: Route.LoaderArgs) {
  const office = context.get(officeContext);
  const query = readQuery(url);
  await recordExport(office, 'order:export', { list: 'orders' });
  const lines = await office.read('order:csv', { ...query, ...csvOptions(office, query) });
  return csvResponse(office, lines, {
    name: { file: 'orders' },
    from: query['from'],
    to: query['to'],
  });
}
