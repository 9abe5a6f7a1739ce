import { useLocation } from 'react-router';
import { layoutTexts } from '#messages/layout.ts';
import { useTexts } from '../platform/language.ts';
import { withoutLanguage } from '../platform/localized-path.ts';

/** First stop of the keyboard; on a concert's page also straight to the tickets. */
export function SkipLinks() {
  const texts = useTexts(layoutTexts);
  const { pathname } = useLocation();
  const onConcert = /^\/concerts\/\d+$/.test(withoutLanguage(pathname));
  return (
    <div className="skip-links">
      <a className="visually-hidden skip-link" href="#content">
        {texts.skipToContent}
      </a>
      {onConcert && (
        <a className="visually-hidden skip-link" href="#tickets">
          {texts.skipToTickets}
        </a>
      )}
    </div>
  );
}
