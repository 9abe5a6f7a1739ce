import { concertTexts } from '#messages/concerts.ts';
import type { PageSection } from '../platform/page-texts.ts';
import { useLanguage, useTexts } from '../platform/language.tsx';
import { useSite } from '../platform/site.ts';
import { Icon } from '../ui/icon.tsx';

/** Intro, ticket information, note on changes, and the brochure from the media host. */
export function InfoBanner({ sections }: { sections: PageSection[] }) {
  const texts = useTexts(concertTexts);
  const site = useSite();
  const language = useLanguage();
  return (
    <aside className="info-banner">
      {sections.map((section) => (
        <div key={section.name}>
          <h2 className="info-banner__title">{section.heading}</h2>
          {section.paragraphs.map((paragraph) => (
            <p key={paragraph}>{paragraph}</p>
          ))}
        </div>
      ))}
      <ul className="info-banner__files no-print">
        <li>
          <a href={site.brochure_url}>
            <Icon name="down" /> {texts.brochure}
          </a>
        </li>
        <li>
          <a href={`/concert/calendar.ics?lang=${language}`}>
            <Icon name="calendar" /> {texts.festivalCalendar}
          </a>
        </li>
      </ul>
    </aside>
  );
}
