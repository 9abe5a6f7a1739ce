import { platformTexts } from '#messages/platform.ts';
import { useTexts } from '../platform/language.ts';
import { PageHead } from '../platform/page-head.tsx';
import { BrokenRidge } from '../ui/broken-ridge.tsx';
import { Button } from '../ui/button.tsx';

/** A page that could not be made: says so and offers another try. */
export function SpoiltPage({ status }: { status: number }) {
  const texts = useTexts(platformTexts);
  const reason = status === 503 ? texts.serviceUnavailable : texts.internalServerError;
  return (
    <div className="wrap page">
      <PageHead title={texts.spoiltTitle} noindex />
      <div className="empty">
        <BrokenRidge />
        <h1 className="page-title">{texts.spoiltTitle}</h1>
        <p>{reason}</p>
        <Button onClick={() => window.location.reload()}>{texts.retry}</Button>
      </div>
    </div>
  );
}
