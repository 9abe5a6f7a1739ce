import { cancelTexts } from '#messages/office/cancel.ts';
import { reportTexts } from '#messages/office/reports.ts';
import { useTexts } from '../../platform/language.tsx';
import { officeContext } from '../platform/office-context.ts';
import { OfficeTitle } from '../ui/office-title.tsx';
import { Section } from '../ui/section.tsx';
import type { Route } from './+types/reports-page';
import { ReportFilters } from './report-view.tsx';

export async function loader({ context }: Route.LoaderArgs) {
  return await context.get(officeContext).read('donation:offer', {});
}

/** The reports, and the file for the GEMA, which has no page (office.md 9). */
export default function ReportsPage({ loaderData: { takesDonations } }: Route.ComponentProps) {
  const texts = useTexts(reportTexts);
  const { donations, donationsText } = useTexts(cancelTexts);
  return (
    <>
      <OfficeTitle title={texts.title} />
      <ReportLink path="/office/reports/sales" label={texts.sales} text={texts.salesText} />
      <ReportLink path="/office/reports/revenue" label={texts.revenue} text={texts.revenueText} />
      <ReportLink
        path="/office/reports/invoices"
        label={texts.invoices}
        text={texts.invoicesText}
      />
      <Section id="gema" title={texts.gema}>
        <p>{texts.gemaText}</p>
        <ReportFilters query={{}} csv="/office/reports/gema.csv" isFile />
      </Section>
      {takesDonations && (
        <ReportLink path="/office/reports/donations.csv" label={donations} text={donationsText} />
      )}
    </>
  );
}

function ReportLink({ path, label, text }: { path: string; label: string; text: string }) {
  return (
    <p>
      <a href={path}>{label}</a>
      <br />
      {text}
    </p>
  );
}
