import { reportColumnTexts, reportTexts } from '#messages/office/reports.ts';
import { useTexts } from '../../platform/language.tsx';
import { officeContext } from '../platform/office-context.ts';
import { readQuery } from '../ui/list-controls.tsx';
import { Section } from '../ui/section.tsx';
import type { Route } from './+types/sales-page';
import { ReportFilters, ReportPage, ReportTableView } from './report-view.tsx';

export async function loader({ context, url }: Route.LoaderArgs) {
  const office = context.get(officeContext);
  const query = readQuery(url);
  const filters = { ...query, by: url.searchParams.getAll('by') };
  const [report, concerts] = await Promise.all([
    office.read('report:sales', filters),
    office.read('order:concerts', {}),
  ]);
  return { report, concerts, query };
}

/** Tickets and takings (office.md 9). */
export default function SalesPage({ loaderData }: Route.ComponentProps) {
  const { report, concerts, query } = loaderData;
  const texts = useTexts(reportTexts);
  const columns = useTexts(reportColumnTexts);
  return (
    <ReportPage title={texts.sales} madeAt={report.madeAt}>
      <ReportFilters query={query} csv="/office/reports/sales.csv" concerts={concerts}>
        <fieldset className="office-choices">
          <legend>{texts.groupBy}</legend>
          {(['concert', 'day', 'type'] as const).map((group) => (
            <label key={group} className="office-check">
              <input
                type="checkbox"
                name="by"
                value={group}
                defaultChecked={report.by.includes(group)}
              />{' '}
              {columns[group]}
            </label>
          ))}
        </fieldset>
      </ReportFilters>
      <p className="office-hint">{texts.salesNote}</p>
      <ReportTableView caption={texts.sales} table={report.table} />
      {report.elsewhere.rows.length > 0 && (
        <Section id="elsewhere" title={columns.elsewhere}>
          <ReportTableView caption={columns.elsewhere} table={report.elsewhere} />
        </Section>
      )}
    </ReportPage>
  );
}
