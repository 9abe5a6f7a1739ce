import { reportTexts } from '#messages/office/reports.ts';
import { useTexts } from '../../platform/language.tsx';
import { OfficeTitle } from '../ui/office-title.tsx';
import { Section } from '../ui/section.tsx';
import { ReportFilters } from './report-view.tsx';

/** The reports, and the file for the GEMA, which has no page (running.md 7). */
export default function ReportsPage() {
  const texts = useTexts(reportTexts);
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
