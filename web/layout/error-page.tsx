import { use } from 'react';
import { platformTexts } from '#messages/platform.ts';
import { useTexts } from '../platform/language.ts';
import { reasonOf } from '../platform/or-problem.ts';
import { RequestIdContext } from '../platform/request-id-context.ts';
import { PageHead } from '../platform/page-head.tsx';
import { BrokenRidge } from '../ui/illustrations.tsx';
import { ButtonAnchor } from '../ui/button.tsx';

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
