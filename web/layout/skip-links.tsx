import { layoutTexts } from '#messages/layout.ts';
import { useTexts } from '../platform/language.ts';

/** First stop of the keyboard; a concert's page goes on with one to its tickets. */
export function SkipLinks() {
  const texts = useTexts(layoutTexts);
  return (
    <div className="skip-links">
      <a className="visually-hidden skip-link" href="#content">
        {texts.skipToContent}
      </a>
    </div>
  );
}
