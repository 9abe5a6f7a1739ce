import { useLocation } from 'react-router';
import { languageOfPath } from '#contract/language.ts';
import { isPublicPath } from '#contract/paths.ts';
import { platformTexts } from '#messages/platform.ts';
import { useLanguage, useTexts, localizedPath, withoutLanguage } from './language.tsx';
import { useNonce } from './document.tsx';
import { useOrigin, useSite } from './site.ts';
import { createStore, useStore } from './store.ts';

/** Whether a form of the frame around the page was refused: the page's title shows it, too (design.md 2). */
export const frameFailed = createStore(false);

interface PageHeadProps {
  /** Without the festival's name, which is appended; '' on the home page. */
  title: string;
  /** Of shared links; the title if left out. */
  sharedTitle?: string;
  description?: string;
  /** Path or url of a 1200 × 630 picture for shared links. */
  image?: string;
  /** Form with errors: "Fehler: " precedes the title. */
  failed?: boolean;
  noindex?: boolean;
  /** schema.org data of the page, on the server only: search engines read it in documents. */
  structuredData?: object | '';
  /** The way to the page, as a BreadcrumbList of schema.org; on the server only. */
  breadcrumbs?: object | '';
}

/** Title, description, canonical and alternate links, sharing data (design.md 5). */
export function PageHead(props: PageHeadProps) {
  const site = useSite();
  const texts = useTexts(platformTexts);
  const parts = [props.title, site.name].filter((part) => part !== '');
  const hasFailed = useStore(frameFailed, false) || props.failed;
  const title = (hasFailed ? texts.errorPrefix : '') + parts.join(' – ');
  const { pathname } = useLocation();
  const isIndexed = !props.noindex && isPublicPath(pathname);
  return (
    <>
      <title>{title}</title>
      {props.description && <meta name="description" content={props.description} />}
      {isIndexed ? (
        <PublicPage {...props} title={props.sharedTitle || props.title || site.name} />
      ) : (
        <meta name="robots" content="noindex" />
      )}
      {props.structuredData !== undefined && <StructuredData value={props.structuredData} />}
      {props.breadcrumbs !== undefined && <StructuredData value={props.breadcrumbs} />}
    </>
  );
}

/**
 * For search engines and shared links. The canonical link is the page with the language in its path; x-default is the
 * page without one, which does not list itself: its canonical would be another page of its list.
 */
function PublicPage({ title, description, image }: PageHeadProps) {
  const origin = useOrigin();
  const language = useLanguage();
  const { pathname } = useLocation();
  const site = useSite();
  const path = withoutLanguage(pathname);
  const german = origin + localizedPath(path, 'de');
  const english = origin + localizedPath(path, 'en');
  const isGerman = language === 'de';
  const canonical = isGerman ? german : english;
  return (
    <>
      <link rel="canonical" href={canonical} />
      {!site.isGermanOnly && (
        <>
          <link rel="alternate" hrefLang="de" href={german} />
          <link rel="alternate" hrefLang="en" href={english} />
          {languageOfPath(pathname) && (
            <link rel="alternate" hrefLang="x-default" href={origin + path} />
          )}
        </>
      )}
      <meta property="og:type" content="website" />
      <meta property="og:site_name" content={site.name} />
      <meta property="og:title" content={title} />
      {description && <meta property="og:description" content={description} />}
      <meta property="og:url" content={canonical} />
      <meta property="og:locale" content={isGerman ? 'de_DE' : 'en_GB'} />
      {!site.isGermanOnly && (
        <meta property="og:locale:alternate" content={isGerman ? 'en_GB' : 'de_DE'} />
      )}
      {image && <meta property="og:image" content={absoluteUrl(image, origin)} />}
      <meta name="twitter:card" content="summary_large_image" />
    </>
  );
}

/** Structured data is a data block, not a script; `<` is escaped so that it cannot end early. */
function StructuredData({ value }: { value: object | '' }) {
  const nonce = useNonce();
  const json = value && JSON.stringify(value).replace(/</g, '\\u003c');
  return (
    // the browser has no nonce, so it leaves the server's as it is
    <script
      type="application/ld+json"
      nonce={nonce}
      dangerouslySetInnerHTML={{ __html: json }}
      suppressHydrationWarning
    />
  );
}

/** A path of the site as a full url; urls stay as they are. */
export function absoluteUrl(path: string, origin: string): string {
  return /^https?:/.test(path) ? path : origin + path;
}
