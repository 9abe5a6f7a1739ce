import { formatDate } from '#contract/format.ts';
import { festivalTexts } from '#messages/festival.ts';
import { useLanguage, useTexts, withoutLanguage } from '../platform/language.tsx';
import { PageHead } from '../platform/page-head.tsx';
import { loadPageTexts } from '../platform/page-texts.ts';
import { shopContext } from '../platform/visit.ts';
import { useSite } from '../platform/site.ts';
import { StaveRule } from '../ui/illustrations.tsx';
import type { Route } from './+types/legal-page';
import { LinkedParagraphs } from './linked-paragraphs.tsx';
import './text-pages.css';

const pageNames = {
  '/impressum': 'imprint',
  '/terms': 'terms',
  '/privacy': 'privacy',
  '/accessibility': 'accessibility',
} as const;

/** One of the legal pages, by its path. */
export async function loader({ context, url }: Route.LoaderArgs) {
  const path = withoutLanguage(url.pathname);
  const name = pageNames[path as keyof typeof pageNames];
  return { name, page: await loadPageTexts(context.get(shopContext), name) };
}

/** Imprint, terms, privacy, accessibility: the German text is binding (product.md 2). */
export default function LegalPage({ loaderData: { name, page } }: Route.ComponentProps) {
  const texts = useTexts(festivalTexts);
  const language = useLanguage();
  const { association } = useSite();
  const title = texts[name];
  return (
    <div className="wrap page text-page">
      <PageHead title={title} description={`${title}, ${association.name}`} />
      <StaveRule />
      <h1 className="page-title">{title}</h1>
      {language === 'en' && (
        <p className="small">{page?.language === 'en' ? texts.germanBinds : texts.germanOnly}</p>
      )}
      {page === null ? (
        <p>{texts.pageMissing}</p>
      ) : (
        <div lang={page.language} className="legal">
          {page.lead && <p className="lead">{page.lead}</p>}
          {page.sections.map((section) => (
            <section key={section.name}>
              <h2 className="legal__heading">{section.heading}</h2>
              <LinkedParagraphs texts={section.paragraphs} />
            </section>
          ))}
          {page.version && (
            <p className="small">
              {page.language === 'en' ? 'As of' : 'Stand:'}{' '}
              {formatDate(page.version, page.language)}
            </p>
          )}
        </div>
      )}
    </div>
  );
}
