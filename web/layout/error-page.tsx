import { use, type MouseEvent } from 'react';
import { platformTexts } from '#messages/platform.ts';
import { useTexts } from '../platform/language.tsx';
import { reasonOf } from '../platform/to-problem.ts';
import { RequestIdContext } from '../platform/document.tsx';
import { PageHead } from '../platform/page-head.tsx';
import { BrokenRidge, MissingSummit } from '../ui/illustrations.tsx';
import { ButtonAnchor, ButtonLink } from '../ui/button.tsx';
import { useRevalidator } from 'react-router';

interface ErrorPageProps {
  status: number;
  /** The reason in the visitor's language; without it, a sentence that fits the status. */
  message: string | undefined;
}

/** Replaces a page that failed, and offers a retry. */
export function ErrorPage({ status, message }: ErrorPageProps) {
  const texts = useTexts(platformTexts);
  const requestIdNote = use(RequestIdContext);
  return (
    <div className="wrap page">
      <PageHead title={texts.errorTitle} noindex />
      <div className="empty">
        <BrokenRidge />
        <h1 className="page-title">{texts.errorTitle}</h1>
        <p role="alert" suppressHydrationWarning>
          {message ?? reasonOf(status, texts) + requestIdNote}
        </p>
        {/* an empty address is the current page */}
        <ButtonAnchor href="">{texts.retry}</ButtonAnchor>
      </div>
    </div>
  );
}

/** "Diesen Gipfel gibt es nicht": a ridge with one summit missing, and links onwards. */
export function NotFound() {
  const texts = useTexts(platformTexts);
  return (
    <div className="wrap page">
      <PageHead title={texts.notFoundTitle} noindex />
      <div className="empty">
        <MissingSummit />
        <h1 className="page-title">{texts.notFoundTitle}</h1>
        <p>{texts.notFoundText}</p>
        <p className="button-row">
          <ButtonLink to="/concerts/all" icon="right">
            {texts.toConcerts}
          </ButtonLink>
          <ButtonLink to="/" kind="line">
            {texts.toHome}
          </ButtonLink>
        </p>
      </div>
    </div>
  );
}

/** Loads a page again that has no data: a link without scripts, otherwise in place (product.md 8). */
export function RetryLink() {
  const { retry } = useTexts(platformTexts);
  const { revalidate } = useRevalidator();
  const revalidateInPlace = (event: MouseEvent) => {
    event.preventDefault();
    void revalidate();
  };
  return (
    // an empty address is the current page
    <ButtonAnchor href="" onClick={revalidateInPlace}>
      {retry}
    </ButtonAnchor>
  );
}
