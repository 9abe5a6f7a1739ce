import { officeContext } from '../platform/office-context.ts';
import { csvOptions, csvResponse, recordExport } from '../platform/export-response.server.ts';
import { readQuery } from '../ui/list-controls.tsx';
import type { Route } from './+types/audit-csv';
import { readAuditFilters } from './audit-filters.ts';

/** The audit log as CSV with the filters of its page; itself an entry of the log (office.md 11). */
export async function loader({ context, url }: Route.LoaderArgs) {
  const office = context.get(officeContext);
  const filters = readAuditFilters(url);
  await recordExport(office, 'audit:export', { ...filters });
  const options = csvOptions(office, readQuery(url));
  const lines = await office.read('audit:csv', { filters, ...options });
  return csvResponse(office, lines, {
    name: { file: 'audit' },
    from: filters.from,
    to: filters.to,
  });
}
