import { useEffect, useState } from 'react';
import { checkoutTexts } from '#messages/checkout.ts';
import type { Cart } from '../platform/cart-store.ts';
import { useTexts } from '../platform/language.ts';
import { LocalLink } from '../platform/local-link.tsx';
import { useUser } from '../platform/session.ts';
import { RadioCards } from '../ui/radio-cards.tsx';
import { keepDraft, readDraft, type CheckoutMode } from './checkout-draft.ts';
import type { Countries } from './country-field.tsx';
import { DeliverySection } from './delivery-section.tsx';
import { DeliveryMethods } from './delivery-methods.tsx';
import { isComplete, valuesOf, type DeliveryDetails } from './delivery-values.ts';
import { CheckoutLogin } from './checkout-login.tsx';
import { useDeliveryForm } from './use-delivery-form.ts';

interface CheckoutStepsProps {
  cart: Cart;
  details: DeliveryDetails | null;
  countries: Countries;
  /** Whether the form has errors. */
  onFailed: (failed: boolean) => void;
}

/** Who orders, where to, and how the tickets come. */
export function CheckoutSteps({ cart, details, countries, onFailed }: CheckoutStepsProps) {
  const texts = useTexts(checkoutTexts);
  const user = useUser();
  const [way, setWay] = useState<CheckoutMode>(() => readDraft().way);
  const [saved, setSaved] = useState(details);
  const form = useDeliveryForm({ saved, user, way, onSaved: setSaved });
  const logsIn = user === null && way === 'login';
  useEffect(() => {
    if (!logsIn) onFailed(form.failed);
  }, [logsIn, form.failed, onFailed]);

  const choose = (next: CheckoutMode) => {
    setWay(next);
    keepDraft({ way: next });
  };
  const giveEmail = () => {
    form.edit();
    // the field is there after the next paint
    requestAnimationFrame(() => document.getElementById('email')?.focus());
  };

  if (logsIn) {
    return (
      <>
        <Ways way={way} onChange={choose} />
        <CheckoutLogin email={form.values.email} onFailed={onFailed} />
      </>
    );
  }
  const complete = saved !== null && isComplete(valuesOf(saved)) && !form.rules.registers;
  return (
    <>
      {user === null && <Ways way={way} onChange={choose} />}
      <DeliverySection
        form={form}
        saved={saved}
        countries={countries}
        onLogin={() => choose('login')}
      />
      {complete && (
        <DeliveryMethods
          cart={cart}
          facts={{
            email: saved.email ?? user?.user_data.email ?? null,
            countryId: saved.address.country.id,
          }}
          unsaved={form.editing && form.changed}
          onGiveEmail={giveEmail}
        />
      )}
      <p className="shop__back">
        <LocalLink to="/ticketshop" className="text-link text-link--quiet">
          ← {texts.backToCart}
        </LocalLink>
      </p>
    </>
  );
}

/** Guest comes first and is chosen (design.md 2). Hidden for signed-in users. */
function Ways({ way, onChange }: { way: CheckoutMode; onChange: (way: CheckoutMode) => void }) {
  const texts = useTexts(checkoutTexts);
  return (
    <RadioCards
      legend={texts.waysLegend}
      name="way"
      value={way}
      onChange={onChange}
      cards={[
        { value: 'guest', label: texts.asGuest, text: texts.asGuestText },
        { value: 'register', label: texts.register, text: texts.registerText },
        { value: 'login', label: texts.login, text: texts.loginText },
      ]}
    />
  );
}
