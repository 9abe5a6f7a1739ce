import { useState, type MouseEvent } from 'react';
import { deliveryMethods, type DeliveryMethod } from '#contract/codes.ts';
import { POSTAL_DELIVERY_CENTS } from '#contract/constants.ts';
import { formatMoney } from '#contract/format.ts';
import { deliveryAllowed, type DeliveryFacts } from '#contract/rules.ts';
import { cartTexts } from '#messages/cart.ts';
import { checkoutTexts } from '#messages/checkout.ts';
import { orderTotal } from '../cart/cart-draft.ts';
import { api } from '../platform/api.ts';
import { setCart, type Cart } from '../platform/cart-store.ts';
import { useLanguage, useTexts } from '../platform/language.ts';
import { getSessionId } from '../platform/session.ts';
import { AlertBox } from '../ui/alert-box.tsx';
import { Button, ButtonAnchor } from '../ui/button.tsx';
import { RadioCards, type RadioCard } from '../ui/radio-cards.tsx';

interface MethodsProps {
  cart: Cart;
  facts: DeliveryFacts;
  /** Details were changed and not saved: first that, then on. */
  unsaved: boolean;
  onGiveEmail: () => void;
}

/** The ways of delivery with price and, where one cannot be chosen, the reason; then on to payment. */
export function DeliveryMethods({ cart, facts, unsaved, onGiveEmail }: MethodsProps) {
  const texts = useTexts(checkoutTexts);
  const shop = useTexts(cartTexts);
  const cards = useMethodCards(facts, onGiveEmail);
  const { chosen, pending, failure, choose } = useChoice(cart);
  const wait = (event: MouseEvent) => pending && event.preventDefault();
  const language = useLanguage();
  const total = formatMoney(orderTotal(cart), language);
  return (
    <section className="shop__section" aria-label={texts.methodsLegend}>
      <RadioCards
        legend={texts.methodsLegend}
        name="deliveryMethod"
        cards={cards}
        value={chosen}
        onChange={(method) => void choose(method)}
      />
      {/* the summary that shows it may be out of sight */}
      <output className="visually-hidden">
        {!pending && cart.deliveryMethod !== null && `${shop.total}: ${total}`}
      </output>
      {failure && (
        <AlertBox kind="danger" title={texts.methodFailed}>
          <p>{failure.message}</p>
          <Button kind="line" small onClick={() => void choose(failure.method)}>
            {shop.tryAgain}
          </Button>
        </AlertBox>
      )}
      {unsaved && <p className="ui shop__section">{texts.saveFirst}</p>}
      {!unsaved && cart.deliveryMethod !== null && (
        <p className="shop__section">
          {/* The payment step has its own Content-Security-Policy: a full page load. */}
          <ButtonAnchor href="/ticketshop/payment" wide aria-disabled={pending} onClick={wait}>
            {texts.toPayment}
          </ButtonAnchor>
        </p>
      )}
    </section>
  );
}

/** The choice shows at once; the server's word follows. */
function useChoice(cart: Cart) {
  const [choosing, setChoosing] = useState<DeliveryMethod | null>(null);
  const [failure, setFailure] = useState<{ message: string; method: DeliveryMethod } | null>(null);
  const choose = async (deliveryMethod: DeliveryMethod) => {
    setChoosing(deliveryMethod);
    setFailure(null);
    const sessionId = getSessionId();
    try {
      const input = { params: { sessionId }, body: { sessionId, deliveryMethod } };
      const { data } = await api.call('chooseDelivery', input);
      setCart(data);
    } catch (error) {
      setFailure({ message: error instanceof Error ? error.message : '', method: deliveryMethod });
    }
    // a later choice goes on
    setChoosing((latest) => (latest === deliveryMethod ? null : latest));
  };
  return { chosen: choosing ?? cart.deliveryMethod, pending: choosing !== null, failure, choose };
}

const order = [
  'onlineticket',
  'boxoffice',
  'postal',
] as const satisfies (typeof deliveryMethods)[number][];

function useMethodCards(
  facts: DeliveryFacts,
  onGiveEmail: () => void,
): RadioCard<DeliveryMethod>[] {
  const texts = useTexts(checkoutTexts);
  const shop = useTexts(cartTexts);
  const language = useLanguage();
  const about = {
    onlineticket: texts.onlineText,
    boxoffice: texts.boxofficeText,
    postal: texts.postalText,
  };
  const reasons = {
    onlineticket: (
      <>
        {texts.needsEmail}
        <br />
        <button type="button" className="text-link text-link--quiet" onClick={onGiveEmail}>
          {texts.giveEmail}
        </button>
      </>
    ),
    boxoffice: null,
    postal: texts.onlyGermany,
  };
  return order.map((method) => ({
    value: method,
    label: shop[method],
    text: about[method],
    price: formatMoney(method === 'postal' ? POSTAL_DELIVERY_CENTS / 100 : 0, language),
    ...(deliveryAllowed(method, facts) ? {} : { reason: reasons[method] }),
  }));
}
