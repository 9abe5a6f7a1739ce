import type { Cart } from '../platform/visit.ts';
import { deliveryMethods, type DeliveryMethod } from '#contract/codes.ts';
import { deliveryCents } from '#contract/delivery.ts';
import { formMessage } from '#contract/form-messages.ts';
import { formatMoney } from '#contract/format.ts';
import { canChooseDelivery, type DeliveryRecipient } from '#contract/rules.ts';
import { cartTexts } from '#messages/cart.ts';
import { checkoutTexts } from '#messages/checkout.ts';
import { orderCents } from '../cart/cart-draft.ts';
import { useLanguage, useTexts } from '../platform/language.tsx';
import { useDelivery } from '../platform/site.ts';
import { useHydrated } from '../platform/use-hydrated.ts';
import { FormShell } from '../forms/form.tsx';
import { useForm } from '../forms/use-form.ts';
import { announceCartChange } from '../platform/visit-storage.ts';
import { AlertBox } from '../ui/alert-box.tsx';
import { Button, ButtonAnchor } from '../ui/button.tsx';
import { RadioCards, type RadioCard } from '../ui/radio-cards.tsx';
import { SlowNote } from '../ui/spinner.tsx';
import { CHECKOUT_PATH, DELIVERY_METHODS } from './details-values.ts';

interface MethodsProps {
  cart: Cart;
  facts: DeliveryRecipient;
  /** Details were changed and not saved: saves them before the next step. */
  isUnsaved: boolean;
  onGiveEmail: () => void;
}

/** The delivery methods with price and, where one cannot be chosen, the reason; then the link to payment. */
export function DeliveryMethods({ cart, facts, isUnsaved, onGiveEmail }: MethodsProps) {
  const texts = useTexts(checkoutTexts);
  const shop = useTexts(cartTexts);
  const language = useLanguage();
  const cards = useMethodCards(facts, onGiveEmail);
  const { form, chosen, isPending, failure, choose, repeat } = useChoice(cart);
  const total = formatMoney(orderCents(cart), language);
  return (
    <section
      className="shop__section"
      id={DELIVERY_METHODS}
      tabIndex={-1}
      aria-label={texts.methodsLegend}
    >
      <FormShell form={form} className="delivery-form" noValidate={false} action={CHECKOUT_PATH}>
        <input type="hidden" name="intent" value="delivery" />
        <RadioCards
          legend={texts.methodsLegend}
          name="deliveryMethod"
          cards={cards}
          value={chosen}
          onChange={choose}
        />
        {/* the summary that shows it may be out of view */}
        <output className="visually-hidden">
          {!isPending && cart.deliveryMethod !== null && `${shop.total}: ${total}`}
        </output>
        <SlowNote busy={isPending} />
        {failure !== null && (
          <AlertBox kind="danger" title={texts.methodFailed}>
            <p>{failure}</p>
            {repeat && (
              <Button kind="line" small onClick={repeat}>
                {shop.tryAgain}
              </Button>
            )}
          </AlertBox>
        )}
        {isUnsaved && <p className="ui shop__section">{texts.saveFirst}</p>}
        {!isUnsaved && <ToPayment isChosen={cart.deliveryMethod !== null} isPending={isPending} />}
      </FormShell>
    </section>
  );
}

/** A link once the choice has been sent; without scripts a button that sends it. */
function ToPayment({ isChosen, isPending }: { isChosen: boolean; isPending: boolean }) {
  const texts = useTexts(checkoutTexts);
  const isHydrated = useHydrated();
  if (!isHydrated) {
    return (
      <p className="shop__section delivery-form__send">
        <Button type="submit" wide>
          {texts.toPayment}
        </Button>
      </p>
    );
  }
  if (!isChosen) return null;
  return (
    <p className="shop__section">
      {/* The payment step has its own Content-Security-Policy: a full page load. */}
      <ButtonAnchor href="/ticketshop/payment" wide aria-disabled={isPending}>
        {texts.toPayment}
      </ButtonAnchor>
    </p>
  );
}

/** Shows the choice at once, before the server responds. */
function useChoice(cart: Cart) {
  const form = useForm('delivery', { stays: true, onAccepted: announceCartChange });
  const isHydrated = useHydrated();
  const { fetcher, isBusy } = form;
  const refused = deliveryMethods.find((method) => method === form.value('deliveryMethod'));
  const choosing = fetcher.formData?.get('deliveryMethod') as DeliveryMethod | undefined;
  const choose = (deliveryMethod: DeliveryMethod) => {
    const fields = { form: form.name, intent: 'delivery', deliveryMethod, stay: '1' };
    // in the event itself, so that React leaves the button that was pressed
    void fetcher.submit(fields, { method: 'post', action: CHECKOUT_PATH, flushSync: true });
  };
  return {
    form,
    chosen: choosing ?? cart.deliveryMethod,
    isPending: isBusy,
    failure: form.problem?.message ?? null,
    choose,
    repeat: isHydrated && refused !== undefined ? () => choose(refused) : null,
  };
}

const order: DeliveryMethod[] = ['onlineticket', 'boxoffice', 'postal'];

function useMethodCards(
  facts: DeliveryRecipient,
  onGiveEmail: () => void,
): RadioCard<DeliveryMethod>[] {
  const texts = useTexts(checkoutTexts);
  const shop = useTexts(cartTexts);
  const language = useLanguage();
  const post = useDelivery();
  const about = {
    onlineticket: texts.onlineText,
    boxoffice: texts.boxofficeText,
    postal: post.note ?? texts.postalText,
  };
  const reasons = {
    onlineticket: (
      <>
        {texts.needsEmail}
        <br />
        <a
          className="text-link text-link--quiet"
          href={`${CHECKOUT_PATH}?edit#email`}
          onClick={(event) => {
            event.preventDefault();
            onGiveEmail();
          }}
        >
          {texts.giveEmail}
        </a>
      </>
    ),
    boxoffice: null,
    postal: post.onlyTo ?? formMessage('DELIVERY_ONLY_GERMANY', language),
  };
  return order.map((method) => ({
    value: method,
    label: shop[method],
    text: about[method],
    price: formatMoney(deliveryCents(method, post), language),
    ...(canChooseDelivery(method, facts, post) ? {} : { reason: reasons[method] }),
  }));
}
