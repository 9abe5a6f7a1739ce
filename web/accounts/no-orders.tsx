import { personalTexts } from '#messages/accounts.ts';
import { useTexts } from '../platform/language.ts';
import { ButtonLink } from '../ui/button.tsx';
import { StaveRule } from '../ui/stave-rule.tsx';

/** No order yet: a stave without a summit, and the way to the first one. */
export function NoOrders() {
  const texts = useTexts(personalTexts);
  return (
    <section className="empty personal__empty" aria-labelledby="no-orders">
      <StaveRule />
      <h2 id="no-orders" className="personal__heading">
        {texts.noOrdersTitle}
      </h2>
      <p>{texts.noOrdersText}</p>
      <ButtonLink to="/concerts/all" icon="right">
        {texts.toConcerts}
      </ButtonLink>
    </section>
  );
}
