import { cartTexts } from '#messages/cart.ts';
import { useTexts } from '../platform/language.tsx';
import { ButtonLink } from '../ui/button.tsx';
import { StaveRule } from '../ui/illustrations.tsx';
import { useFocusIfLost } from '../platform/focus.ts';

/** An empty cart: a stave rule without a summit, the text, and a link to the concerts. */
export function EmptyCart({ ended }: { ended: boolean }) {
  const texts = useTexts(cartTexts);
  const heading = useFocusIfLost<HTMLHeadingElement>();
  return (
    <div className="empty empty-cart">
      <StaveRule />
      <h2 ref={heading} tabIndex={-1}>
        {ended ? texts.holdEndedTitle : texts.emptyTitle}
      </h2>
      <p role={ended ? 'alert' : undefined}>{ended ? texts.holdEndedText : texts.emptyText}</p>
      <ButtonLink to="/concerts/all" icon="right">
        {texts.toConcerts}
      </ButtonLink>
    </div>
  );
}
