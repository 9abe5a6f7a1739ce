import { festivalTexts } from '#messages/festival.ts';
import type { ConcertSummary } from '../concerts/concert-summary.ts';
import { plateSizes } from '../ui/plate-sizes.ts';
import { useTexts } from '../platform/language.ts';
import { LocalLink } from '../platform/local-link.tsx';
import { sectionOf, type PageTexts } from '../platform/page-texts.ts';

/** The academy in the light of its first concert; its last paragraph says that admission is free. */
export function Academy({ concert, page }: { concert: ConcertSummary; page: PageTexts | null }) {
  const texts = useTexts(festivalTexts);
  const section = sectionOf(page, 'academy');
  if (!section) return null;
  const last = section.paragraphs.length - 1;
  return (
    <section className="academy" aria-labelledby="academy">
      <img
        className="academy__picture"
        src={concert.cover}
        alt=""
        {...plateSizes.cover}
        loading="lazy"
      />
      <div className="academy__text">
        <h2 id="academy">{section.heading}</h2>
        {section.paragraphs.map((paragraph, index) => (
          <p key={paragraph} className={index === last && last > 0 ? 'academy__free' : undefined}>
            {paragraph}
          </p>
        ))}
        <LocalLink to="/concerts/all?show=free" className="text-link">
          {texts.academyConcerts}
        </LocalLink>
      </div>
    </section>
  );
}
