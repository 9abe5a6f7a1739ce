import { useState } from 'react';
import { flushSync } from 'react-dom';
import { useNavigate, useSearchParams } from 'react-router';
import type { Cart } from '#contract/visit.ts';
import { checkoutTexts } from '#messages/checkout.ts';
import { useTexts, LocalLink } from '../platform/language.tsx';
import { useHydrated } from '../platform/use-hydrated.ts';
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
  type DetailsValues,
} from './details-values.ts';
import type { CheckoutResponse } from './checkout.server.ts';

interface CheckoutStepsProps {
  cart: Cart;
  user: CheckoutUser | null;
  details: DeliveryDetails | null;
  countries: Countries;
  formKey: string;
  /** The result of a form sent without scripts. */
  posted: CheckoutResponse | undefined;
  /** Whether the form has errors. */
  onFailed: (hasFailed: boolean) => void;
}

/**
 * Customer, address and delivery method. Without or before scripts, the page contains all ways of ordering and the
 * stylesheet shows the chosen one.
 */
export function CheckoutSteps(props: CheckoutStepsProps) {
  const { cart, user, details, countries, formKey, posted, onFailed } = props;
  const isHydrated = useHydrated();
  const [mode, setMode] = useState<CheckoutMode>(posted?.refused?.way ?? 'guest');
  /** The form's values that are not saved. */
  const [typed, setTyped] = useState<DetailsValues | null>(null);
  const texts = useTexts(checkoutTexts);
  const isGuest = user === null;
  const logsIn = isGuest && mode === 'login';
  const registers = isGuest && mode === 'register';
  const isSaved = details !== null && isComplete(valuesOf(details));
  const [search] = useSearchParams();
  const postedBy = (intent: string) => (posted?.refused?.intent === intent ? posted : undefined);
  const postedDetails = postedBy('details');
  const isEdit = search.has('edit') || details === null || postedDetails !== undefined;
  const giveEmail = useGiveEmail();
  return (
    <div className={isEdit ? 'checkout' : 'checkout checkout--saved'}>
      {isGuest && <Modes mode={mode} onChange={setMode} />}
      {isGuest && (logsIn || !isHydrated) && (
        <div className="checkout__login">
          <CheckoutLogin
            email={typed?.email ?? ''}
            posted={postedBy('login')}
            onFailed={onFailed}
          />
        </div>
      )}
      {(!logsIn || !isHydrated) && (
        <div className="checkout__order">
          <DetailsSection
            {...{ user, details, countries, formKey, registers, typed, onFailed, isEdit }}
            posted={postedDetails}
            onTyped={setTyped}
            onLogin={() => {
              flushSync(() => setMode('login'));
              document.getElementById('login-heading')?.focus();
            }}
          />
          {isSaved && !registers && (
            <DeliveryMethods
              cart={cart}
              facts={{
                email: details.email ?? user?.email ?? null,
                countryId: details.address.country.id,
              }}
              isUnsaved={typed !== null}
              posted={postedBy('delivery')}
              onGiveEmail={giveEmail}
            />
          )}
          <p className="shop__back">
            <LocalLink to="/ticketshop" className="text-link text-link--quiet">
              ← {texts.backToCart}
            </LocalLink>
          </p>
        </div>
      )}
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
