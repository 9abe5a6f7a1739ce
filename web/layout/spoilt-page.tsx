import type { Picked } from '#messages/define-texts.ts';
import { platformTexts } from '#messages/platform.ts';
import { useTexts } from '../platform/language.ts';
import { PageHead } from '../platform/page-head.tsx';
import { BrokenRidge } from '../ui/illustrations.tsx';
import { Button } from '../ui/button.tsx';

/** Status 0: the network was lost on the way. */
function reasonOf(status: number, texts: Picked<typeof platformTexts>): string {
  if (status === 0) return texts.offline;
  return status === 503 ? texts.serviceUnavailable : texts.internalServerError;
}

interface SpoiltPageProps {
  status: number;
  /** Why, in words for the visitor. */
  said: string | undefined;
}

/** A page that could not be made: says so and offers another try. */
export function SpoiltPage({ status, said }: SpoiltPageProps) {
  const texts = useTexts(platformTexts);
  return (
    <div className="wrap page">
      <PageHead title={texts.spoiltTitle} noindex />
      <div className="empty">
        <BrokenRidge />
        <h1 className="page-title">{texts.spoiltTitle}</h1>
        <p>{said ?? reasonOf(status, texts)}</p>
        <Button onClick={() => window.location.reload()}>{texts.retry}</Button>
      </div>
    </div>
  );
}
