import { festivalTexts } from '#messages/festival.ts';
import { useTexts, LocalLink } from '../platform/language.tsx';
import { PageHead } from '../platform/page-head.tsx';
import { shopContext } from '../platform/visit.ts';
import { Abbey, StaveRule } from '../ui/illustrations.tsx';
import { loadPageTexts, type PageSection, type PageTexts } from '../platform/page-texts.ts';
import type { Route } from './+types/about-page';
import { LinkedParagraphs } from './linked-paragraphs.tsx';
import './text-pages.css';

export const loader = ({ context }: Route.LoaderArgs) =>
  loadPageTexts(context.get(shopContext), 'about');

/** The association, your commitment, sponsors and partners (product.md 2). */
export default function AboutPage({ loaderData: page }: Route.ComponentProps) {
  const texts = useTexts(festivalTexts);
  const sections = page?.sections ?? [];
  return (
    <div className="wrap page text-page">
      <PageHead title={page?.title ?? texts.about} description={page?.lead ?? ''} />
      <StaveRule />
      <header className="text-page__head">
        <h1 className="page-title">{page?.title ?? texts.about}</h1>
        {page === null ? <p>{texts.pageMissing}</p> : <p className="lead">{page.lead}</p>}
        <Abbey className="text-page__picture" priority="high" />
      </header>
      {sections.map((section) => (
        <AboutSection key={section.name} section={section} />
      ))}
      {page && <Sponsors groups={page.logoGroups} />}
    </div>
  );
}

function AboutSection({ section }: { section: PageSection }) {
  const texts = useTexts(festivalTexts);
  return (
    <section className="text-page__section" aria-labelledby={`about-${section.name}`}>
      <h2 id={`about-${section.name}`}>{section.heading}</h2>
      <div className="prose">
        <LinkedParagraphs texts={section.paragraphs} />
        {section.name === 'commitment' && (
          <LocalLink to="/contact" className="text-link">
            {texts.writeToUs}
          </LocalLink>
        )}
      </div>
    </section>
  );
}

/** Two headed groups; the names are set as lettering until real logos take their place. */
function Sponsors({ groups }: { groups: PageTexts['logoGroups'] }) {
  return groups.map((group) => (
    <section key={group.heading} className="sponsors">
      <h3 className="sponsors__heading">{group.heading}</h3>
      <ul className="sponsors__list">
        {group.logos.map((logo) => (
          <li key={logo.name} className="sponsors__logo">
            <span className="sponsors__name">{logo.name}</span>
            <span className="small">{logo.line}</span>
          </li>
        ))}
      </ul>
    </section>
  ));
}
