import { useRevalidator } from 'react-router';
import { concertTexts } from '#messages/concerts.ts';
import { useTexts } from '../platform/language.ts';
import { PageHead } from '../platform/page-head.tsx';
import { Button } from '../ui/button.tsx';
import { Spinner } from '../ui/spinner.tsx';

/** A concert that does not load: the spinner and another try (clarifications.md, Pages). */
export function ConcertUnavailable() {
  const texts = useTexts(concertTexts);
  const { revalidate } = useRevalidator();
  return (
    <div className="wrap page">
      <PageHead title={texts.loadingConcert} noindex />
      <div className="empty">
        <h1 className="page-title">{texts.loadingConcert}</h1>
        <Spinner />
        <Button onClick={() => void revalidate()}>{texts.retry}</Button>
      </div>
    </div>
  );
}
