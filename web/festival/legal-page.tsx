import { formatDate } from '#contract/format.ts';
import { festivalTexts } from '#messages/festival.ts';
import { useLanguage, useTexts } from '../platform/language.ts';
import { PageHead } from '../platform/page-head.tsx';
import { useSite } from '../platform/site.ts';
import { StaveRule } from '../ui/stave-rule.tsx';
import { LinkedParagraphs } from './linked-paragraphs.tsx';
import type { PageTexts } from '../platform/page-texts.ts';
import './text-pages.css';

/** Imprint, terms, privacy, accessibility: German legal text, marked as such (clarifications.md, Pages). */
export function LegalPage({ title, page }: { title: string; page: PageTexts | null }) {
  const texts = useTexts(festivalTexts);
  const language = useLanguage();
  const { association } = useSite();
  return (
    <div className="wrap page text-page">
      <PageHead title={title} description={`${title}, ${association.name}`} />
      <StaveRule />
      <h1 className="page-title">{title}</h1>
      {language === 'en' && <p className="small">{texts.germanOnly}</p>}
      {page === null ? (
        <p>{texts.pageMissing}</p>
      ) : (
        <div lang="de" className="legal">
          {page.lead && <p className="lead">{page.lead}</p>}
          {page.sections.map((section) => (
            <section key={section.name}>
              <h2 className="legal__heading">{section.heading}</h2>
              <LinkedParagraphs texts={section.paragraphs} />
            </section>
          ))}
          {page.version && <p className="small">Stand: {formatDate(page.version, 'de')}</p>}
        </div>
      )}
    </div>
  );
}
