import { useNavigate } from 'react-router';
import type { Cart } from '../platform/visit.ts';
import { checkoutTexts } from '#messages/checkout.ts';
import { useTexts, LocalLink } from '../platform/language.tsx';
import { RadioCards } from '../ui/radio-cards.tsx';
import { CheckoutLogin } from './checkout-login.tsx';
import type { Countries } from './country-field.tsx';
import { DETAILS_FORM } from './details-form.tsx';
import { DeliveryMethods } from './delivery-methods.tsx';
import { DetailsSection } from './details-section.tsx';
import {
  isComplete,
  valuesOf,
  type CheckoutMode,
  type CheckoutUser,
  type DeliveryDetails,
} from './details-values.ts';
import type { Checkout } from './use-checkout.ts';

interface CheckoutStepsProps {
  cart: Cart;
  user: CheckoutUser | null;
  details: DeliveryDetails | null;
  countries: Countries;
  checkout: Checkout;
}

/**
 * Customer, address and delivery method. The page contains all ways of ordering, whose fields keep what is typed; the
 * stylesheet shows the chosen one.
 */
export function CheckoutSteps({ cart, checkout, ...known }: CheckoutStepsProps) {
  const { user, details } = known;
  const { isEditing, registers } = checkout;
  const texts = useTexts(checkoutTexts);
  const giveEmail = useGiveEmail();
  const isSaved = details !== null && isComplete(valuesOf(details));
  return (
    <div className={isEditing ? 'checkout' : 'checkout checkout--saved'}>
      {user === null && (
        <>
          <Modes mode={checkout.mode} onChange={checkout.setMode} />
          <div className="checkout__login">
            <CheckoutLogin checkout={checkout} />
          </div>
        </>
      )}
      <div className="checkout__order">
        <DetailsSection {...known} checkout={checkout} />
        {isSaved && !registers && (
          <DeliveryMethods
            cart={cart}
            facts={{
              email: details.email ?? user?.email ?? null,
              countryId: details.country.id,
            }}
            isUnsaved={isEditing && checkout.isChanged}
            onGiveEmail={giveEmail}
          />
        )}
        <p className="shop__back">
          <LocalLink to="/ticketshop" className="text-link text-link--quiet">
            ← {texts.backToCart}
          </LocalLink>
        </p>
      </div>
    </div>
  );
}

/** Opens the form; its field exists after the next paint. */
function useGiveEmail(): () => void {
  const navigate = useNavigate();
  return () => {
    void navigate('?edit', { preventScrollReset: true });
    requestAnimationFrame(() => document.getElementById('email')?.focus());
  };
}

interface ModesProps {
  mode: CheckoutMode;
  onChange: (mode: CheckoutMode) => void;
}

/** Guest comes first and is chosen (design.md 2). Hidden for signed-in users. */
function Modes({ mode, onChange }: ModesProps) {
  const texts = useTexts(checkoutTexts);
  return (
    <div className="checkout__modes">
      <RadioCards
        legend={texts.waysLegend}
        name="way"
        form={DETAILS_FORM}
        value={mode}
        onChange={onChange}
        cards={[
          { value: 'guest', label: texts.asGuest, text: texts.asGuestText },
          { value: 'register', label: texts.register, text: texts.registerText },
          { value: 'login', label: texts.login, text: texts.loginText },
        ]}
      />
    </div>
  );
}
