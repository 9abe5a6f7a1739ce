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
      {(['sales', 'revenue', 'invoices'] as const).map((report) => (
        <p key={report}>
          <a href={`/office/reports/${report}`}>{texts[report]}</a>
          <br />
          {texts[`${report}Text`]}
        </p>
      ))}
      <Section id="gema" title={texts.gema}>
        <p>{texts.gemaText}</p>
        <ReportFilters query={{}} csv="/office/reports/gema.csv" isFile />
      </Section>
    </>
  );
}
