import { festivalTexts } from '#messages/festival.ts';
import { useTexts, LocalLink } from '../platform/language.tsx';
import type { PageSection } from '../platform/page-texts.ts';
import abbey from './abbey.svg?url';

/** The association, with its house drawn on paper. */
export function Association({ section }: { section: PageSection }) {
  const texts = useTexts(festivalTexts);
  return (
    <section className="wrap association" aria-labelledby="association">
      <div className="prose">
        <h2 id="association">{section.heading}</h2>
        {section.paragraphs.map((text) => (
          <p key={text}>{text}</p>
        ))}
        <LocalLink to="/about" className="text-link">
          {texts.moreAboutUs}
        </LocalLink>
      </div>
      <img
        className="association__picture"
        src={abbey}
        alt=""
        width="640"
        height="260"
        loading="lazy"
      />
    </section>
  );
}
