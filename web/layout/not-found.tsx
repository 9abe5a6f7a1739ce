import { platformTexts } from '#messages/platform.ts';
import { useTexts } from '../platform/language.ts';
import { PageHead } from '../platform/page-head.tsx';
import { ButtonLink } from '../ui/button.tsx';
import { MissingSummit } from '../ui/illustrations.tsx';

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
