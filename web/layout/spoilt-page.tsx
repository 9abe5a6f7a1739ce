import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import type { Picked } from '#messages/define-texts.ts';
import { platformTexts } from '#messages/platform.ts';
import { useTexts } from '../platform/language.ts';
import { PageHead } from '../platform/page-head.tsx';
import { BrokenRidge } from '../ui/broken-ridge.tsx';
import { Button } from '../ui/button.tsx';

/** Status 0: the network was lost on the way. */
function reasonOf(status: number, texts: Picked<typeof platformTexts>): string {
  if (status === 0) return texts.offline;
  return status === 503 ? texts.serviceUnavailable : texts.internalServerError;
}

/** A page that could not be made: says so and offers another try. */
export function SpoiltPage({ status }: { status: number }) {
  const texts = useTexts(platformTexts);
  const heading = useRef<HTMLHeadingElement>(null);
  const arrived = useLocation().key !== 'default';
  // this frame is a new one: it does not see the navigation that led here
  useEffect(() => {
    if (arrived) heading.current?.focus();
  }, [arrived]);
  return (
    <div className="wrap page">
      <PageHead title={texts.spoiltTitle} noindex />
      <div className="empty">
        <BrokenRidge />
        <h1 className="page-title" ref={heading} tabIndex={-1}>
          {texts.spoiltTitle}
        </h1>
        <p>{reasonOf(status, texts)}</p>
        <Button onClick={() => window.location.reload()}>{texts.retry}</Button>
      </div>
    </div>
  );
}
