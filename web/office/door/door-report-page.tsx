import { formatDayAndTime, formatNumber } from '#contract/format.ts';
import { readRowId } from '#contract/office/forms.ts';
import { doorOfficeTexts } from '#messages/office/door.ts';
import { useLanguage, useTexts } from '../../platform/language.tsx';
import { officeContext } from '../platform/office-context.ts';
import { ReportTableView } from '../reports/report-view.tsx';
import { Breadcrumb, OfficeTitle } from '../ui/office-title.tsx';
import { Section } from '../ui/section.tsx';
import type { Route } from './+types/door-report-page';

export async function loader({ context, params }: Route.LoaderArgs) {
  const concertId = readRowId(params.concertId);
  return await context.get(officeContext).read('door:report', { concertId });
}

/** What happened at the door of a concert (door.md 8). */
export default function DoorReportPage({ loaderData }: Route.ComponentProps) {
  const { concert, figures, tables } = loaderData;
  const texts = useTexts(doorOfficeTexts);
  const language = useLanguage();
  const title = concert.title[language];
  return (
    <>
      <Breadcrumb items={[{ label: texts.title, path: '/office/door' }, { label: title }]} />
      <OfficeTitle title={title} below={texts.title} />
      <p>{formatDayAndTime(concert.startsAt, language)}</p>
      <dl className="office-figures">
        {figures.map(({ name, count }) => (
          <div key={name}>
            <dt>{texts[name]}</dt>
            <dd>{formatNumber(count, language)}</dd>
          </div>
        ))}
      </dl>
      <p>
        <a className="button button--line" href={`/office/door/${concert.id}/report.csv`} download>
          CSV
        </a>
      </p>
      {tables.map(({ part, table }) => (
        <Section key={part} id={part} title={texts[part]}>
          <ReportTableView caption={texts[part]} table={table} />
        </Section>
      ))}
    </>
  );
}
