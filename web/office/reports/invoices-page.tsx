import { formatMoney } from '#contract/format.ts';
import { reportColumnTexts, reportTexts } from '#messages/office/reports.ts';
import { Field } from '../../forms/fields.tsx';
import { useLanguage, useTexts } from '../../platform/language.tsx';
import { officeContext } from '../platform/office-context.ts';
import { readQuery } from '../ui/list-controls.tsx';
import type { Route } from './+types/invoices-page';
import { ReportFilters, ReportPage, ReportTableView } from './report-view.tsx';

export async function loader({ context, url }: Route.LoaderArgs) {
  const query = readQuery(url);
  return { query, report: await context.get(officeContext).read('report:invoices', query) };
}

/** The journal of invoices, by which the treasurer matches payouts (office.md 9). */
export default function InvoicesPage({ loaderData: { report, query } }: Route.ComponentProps) {
  const texts = useTexts(reportTexts);
  const { payout } = useTexts(reportColumnTexts);
  const language = useLanguage();
  const { sums } = report.table;
  return (
    <ReportPage title={texts.invoices} madeAt={report.madeAt}>
      <ReportFilters query={query} csv="/office/reports/invoices.csv">
        <Field name="payout" label={payout} defaultValue={query['payout'] ?? ''} />
      </ReportFilters>
      <p className="office-hint">{texts.payoutNote}</p>
      <ReportTableView caption={texts.invoices} table={report.table} />
      {query['payout'] && sums && (
        // what the bank statement shows
        <p>
          <strong>
            {texts.grossLessFees({
              amount: formatMoney(Number(sums['gross']) - Number(sums['fee']), language),
            })}
          </strong>
        </p>
      )}
    </ReportPage>
  );
}
