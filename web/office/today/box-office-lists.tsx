import { formatDay, formatTime } from '#contract/format.ts';
import type { BoxOfficeConcert } from '#contract/office/today-queries.ts';
import { todayTexts } from '#messages/office/today.ts';
import { useLanguage, useTexts } from '../platform/use-frame.ts';
import { Section } from '../ui/section.tsx';

/** The first page of the door: a box-office list per concert (office.md 4.2). */
export function BoxOfficeLists({ concerts }: { concerts: BoxOfficeConcert[] }) {
  const texts = useTexts(todayTexts);
  const language = useLanguage();
  return (
    <Section id="box-office-lists" title={texts.boxOfficeLists}>
      {concerts.length === 0 && <p>{texts.noConcerts}</p>}
      <ul className="box-office-lists">
        {concerts.map(({ id, title, startsAt, venue }) => (
          <li key={id}>
            <a href={`/office/concerts/${id}/box-office`}>
              <span className="box-office-lists__title">{title}</span>
              <span className="box-office-lists__when">
                {formatDay(startsAt, language)}, {formatTime(startsAt, language)}, {venue}
              </span>
            </a>
          </li>
        ))}
      </ul>
    </Section>
  );
}
