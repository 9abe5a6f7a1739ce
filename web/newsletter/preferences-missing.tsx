import { newsletterTexts } from '#messages/newsletter.ts';
import { platformTexts } from '#messages/platform.ts';
import { useTexts } from '../platform/language.tsx';
import { PageHead } from '../platform/page-head.tsx';
import { AlertBox } from '../ui/alert-box.tsx';
import { ButtonAnchor, ButtonLink } from '../ui/button.tsx';
import { NightPlate } from '../ui/illustrations.tsx';

/** The preferences cannot be shown: an outdated link, or a temporary failure. */
export function PreferencesMissing({ isLinkBroken }: { isLinkBroken: boolean }) {
  const texts = useTexts(newsletterTexts);
  const { retry } = useTexts(platformTexts);
  return (
    <div className="newsletter-page">
      <PageHead title={texts.title} failed noindex />
      {isLinkBroken && <NightPlate />}
      <AlertBox kind="danger">{texts.loadFailed}</AlertBox>
      {isLinkBroken && <p>{texts.loadFailedLink}</p>}
      <p className="button-row">
        {isLinkBroken ? (
          <ButtonLink to="/contact" kind="line">
            {texts.writeToUs}
          </ButtonLink>
        ) : (
          // an empty address is the current page
          <ButtonAnchor href="" kind="line">
            {retry}
          </ButtonAnchor>
        )}
      </p>
    </div>
  );
}
