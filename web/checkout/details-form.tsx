import { useEffect, useState, type ComponentProps, type ReactNode } from 'react';
import { checkoutTexts } from '#messages/checkout.ts';
import { useTexts } from '../platform/language.tsx';
import { useHydrated } from '../platform/use-hydrated.ts';
import { Button } from '../ui/button.tsx';
import { FormShell, SubmitRow } from '../forms/form.tsx';
import {
  readValues,
  missingZipDigits,
  startValues,
  type CheckoutUser,
  type DeliveryDetails,
} from './details-values.ts';
import { GERMANY_ID } from '#contract/constants.ts';
import type { DetailsValues } from '#contract/forms.ts';
import { Field, NewPasswordFields } from '../forms/fields.tsx';
import { CountryField, type Countries } from './country-field.tsx';
import type { Checkout } from './use-checkout.ts';

/** The id of the form, to which the radio buttons of the ways of ordering belong as well. */
export const DETAILS_FORM = 'details-form';

interface DetailsFormProps {
  user: CheckoutUser | null;
  details: DeliveryDetails | null;
  countries: Countries;
  checkout: Checkout;
  /** Further buttons. */
  children: ReactNode;
}

/** The form of the delivery details (product.md 5). */
export function DetailsForm({ user, details, countries, checkout, children }: DetailsFormProps) {
  const { form, registers, rules, setTyped } = checkout;
  const texts = useTexts(checkoutTexts);
  const isHydrated = useHydrated();
  const initial = startValues(details, user);
  const isEmailTaken = form.problem?.code === 'email_taken' && form.error('email') !== undefined;
  useInputAtStart(`${user?.id} ${registers}`);
  return (
    <FormShell
      form={form}
      id={DETAILS_FORM}
      className="details-form"
      onInput={({ currentTarget }) => setTyped(readValues(new FormData(currentTarget)))}
    >
      <input type="hidden" name="intent" value="details" />
      {user !== null && <input type="hidden" name="customer" value={user.id} />}
      <DetailsFields
        field={(name) => form.field(name, initial[name])}
        values={checkout.typed ?? initial}
        countries={countries}
        isEmailRequired={rules.emailRequired}
        hasPasswords={registers || (user === null && !isHydrated)}
      />
      <SubmitRow
        form={form}
        label={details === null ? texts.toDelivery : texts.save}
        busyLabel={texts.saving}
        failureTitle={texts.saveFailed}
        disabled={isHydrated && !checkout.isChanged}
      >
        {children}
        {isHydrated && isEmailTaken && (
          <Button kind="line" onClick={checkout.logIn}>
            {texts.loginInstead}
          </Button>
        )}
      </SubmitRow>
    </FormShell>
  );
}

/** The browser may have restored values before hydration; other fields come with another buyer. */
function useInputAtStart(buyer: string): void {
  useEffect(() => {
    const event = new Event('input', { bubbles: true });
    if (buyer !== '') document.getElementById(DETAILS_FORM)?.dispatchEvent(event);
  }, [buyer]);
}

interface DetailsFieldsProps {
  field: (name: keyof DetailsValues) => ReturnType<Checkout['form']['field']>;
  /** The current values. */
  values: DetailsValues;
  countries: Countries;
  isEmailRequired: boolean;
  hasPasswords: boolean;
}

/** The fields in order, with their autocomplete tokens (design.md 2). */
function DetailsFields(props: DetailsFieldsProps) {
  const { field, values, countries, isEmailRequired, hasPasswords } = props;
  const texts = useTexts(checkoutTexts);
  return (
    <div className="fields">
      <div className="fields fields--pair">
        <Field {...field('first_name')} label={texts.firstName} autoComplete="given-name" />
        <Field {...field('last_name')} label={texts.lastName} autoComplete="family-name" />
      </div>
      <Field {...field('street')} label={texts.street} autoComplete="address-line1" />
      <div className="fields fields--zip">
        <ZipField {...field('zip')} values={values} />
        <Field {...field('city')} label={texts.city} autoComplete="address-level2" />
      </div>
      <CountryField countries={countries} {...field('country_id')} />
      <Field
        {...field('email')}
        label={texts.email}
        hint={isEmailRequired ? texts.emailHint : <EmailHint />}
        type="email"
        autoComplete="email"
        spellCheck={false}
      />
      {hasPasswords && (
        <div className="fields details-form__passwords">
          <NewPasswordFields
            field={field}
            label={texts.password}
            hint={texts.passwordHint}
            repeatLabel={texts.passwordConfirmation}
          />
        </div>
      )}
    </div>
  );
}

/** Without scripts, the chosen way to order decides by the stylesheet. */
function EmailHint() {
  const texts = useTexts(checkoutTexts);
  return (
    <>
      <span className="details-form__guest">{texts.emailHintGuest}</span>
      <span className="details-form__registers">{texts.emailHint}</span>
    </>
  );
}

type ZipFieldProps = Omit<ComponentProps<typeof Field>, 'label'> & { values: DetailsValues };

/** A German zip of another length gets a hint once the field loses focus: never an error. */
function ZipField({ values, ...field }: ZipFieldProps) {
  const texts = useTexts(checkoutTexts);
  const [hasLeft, setLeft] = useState(false);
  const missing = missingZipDigits(values);
  const isGerman = Number(values.country_id) === GERMANY_ID;
  const hint = Number.isNaN(missing) ? texts.zipOdd : texts.zipShort({ missing });
  return (
    <Field
      {...field}
      {...(hasLeft && missing !== 0 ? { hint } : {})}
      label={texts.zip}
      autoComplete="postal-code"
      inputMode={isGerman ? 'numeric' : 'text'}
      onBlur={() => setLeft(true)}
    />
  );
}
