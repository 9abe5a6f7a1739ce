import { officeContext } from '../platform/office-context.ts';
import { csvOptions, csvResponse } from '../platform/csv-response.server.ts';
import { readQuery } from '../ui/list-query.ts';
import type { Route } from './+types/orders-csv';

/** The list of orders as CSV, with the same query (office.md 7.1). */
export async function loader({ context, url }: Route.LoaderArgs) {
  const office = context.get(officeContext);
  office.requireStepUp();
  const query = readQuery(url);
  const { problem } = await office.run('order:export', { list: 'orders' });
  if (problem !== null) throw new Response(null, { status: problem.status });
  const lines = await office.query('order:csv', { ...query, ...csvOptions(office, query) });
  return csvResponse(lines, { name: 'orders', from: query['from'], to: query['to'] });
}
