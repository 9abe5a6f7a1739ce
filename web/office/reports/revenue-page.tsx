import { reportTexts } from '#messages/office/reports.ts';
import { useTexts } from '../../platform/language.tsx';
import { officeContext } from '../platform/office-context.ts';
import { readQuery } from '../ui/list-controls.tsx';
import type { Route } from './+types/revenue-page';
import { ReportFilters, ReportPage, ReportTableView } from './report-view.tsx';

export async function loader({ context, url }: Route.LoaderArgs) {
  const query = readQuery(url);
  return { query, report: await context.get(officeContext).read('report:revenue', query) };
}

/** The sums of invoices and cancellation invoices (office.md 9). */
export default function RevenuePage({ loaderData: { report, query } }: Route.ComponentProps) {
  const texts = useTexts(reportTexts);
  const { missingNumbers, table } = report;
  return (
    <ReportPage title={texts.revenue} madeAt={report.madeAt}>
      <ReportFilters query={query} csv="/office/reports/revenue.csv" />
      {missingNumbers.length > 0 ? (
        <p className="alert alert--danger alert--inline" role="alert">
          {texts.gaps({ numbers: missingNumbers.join(', ') })}
        </p>
      ) : (
        <p>{texts.noGaps}</p>
      )}
      <ReportTableView caption={texts.revenue} table={table} sum={texts.balance} />
    </ReportPage>
  );
}
