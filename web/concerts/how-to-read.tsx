import { concertTexts } from '#messages/concerts.ts';
import { useTexts } from '../platform/language.ts';
import { Mark } from '../ui/mark.tsx';

/** A short key to the panorama. */
export function HowToRead() {
  const texts = useTexts(concertTexts);
  return (
    <aside className="how-to-read no-print">
      <Mark />
      <p>
        <strong>{texts.howToRead}</strong> {texts.howToReadText}
      </p>
    </aside>
  );
}
