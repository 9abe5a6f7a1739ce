import { officeContext } from '../platform/office-context.ts';
import type { AuditPage } from '#contract/office/audit-queries.ts';
import type { Route } from './+types/audit-csv';
import { headOfCsv, lineOfCsv, streamText } from './audit-csv.server.ts';
import { readAuditFilters } from './audit-filters.ts';

const BATCH_SIZE = 1000;

/** The audit log as CSV with the filters of its page; itself an entry of the log (office.md 11). */
export async function loader({ context, url }: Route.LoaderArgs) {
  const office = context.get(officeContext);
  office.requireStepUp();
  const filters = readAuditFilters(url);
  const asked = url.searchParams.get('language');
  const language = asked === 'de' || asked === 'en' ? asked : office.language;
  const { problem } = await office.run('audit:export', { ...filters });
  if (problem !== null) throw new Response(null, { status: problem.status });
  async function* lines() {
    yield `${url.searchParams.get('bom') === '1' ? '\uFEFF' : ''}${headOfCsv(language)}`;
    let before: number | null = null;
    do {
      const page: AuditPage = await office.query('audit:list', {
        filters,
        before,
        size: BATCH_SIZE,
      });
      yield page.rows.map((row) => lineOfCsv(row, language)).join('');
      before = page.older;
    } while (before !== null);
  }
  const body = streamText(lines());
  const name = ['audit', filters.from, filters.to]
    .filter(Boolean)
    .join('-')
    .replaceAll(/[^\w-]/g, '');
  return new Response(body, {
    headers: {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="${name}.csv"`,
    },
  });
}
