import { useRevalidator } from 'react-router';
import { concertTexts } from '#messages/concerts.ts';
import { useTexts } from '../platform/language.ts';
import { Button } from '../ui/button.tsx';
import { FogPicture } from '../ui/illustrations.tsx';

/** The programme lies in the fog: the specified words and another try. */
export function ListUnavailable() {
  const texts = useTexts(concertTexts);
  const { revalidate, state } = useRevalidator();
  return (
    <div className="empty">
      <FogPicture />
      <output className="lead">{texts.unavailable}</output>
      <Button onClick={() => void revalidate()} aria-disabled={state === 'loading'}>
        {texts.retry}
      </Button>
    </div>
  );
}
