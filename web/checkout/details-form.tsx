import {
  useEffect,
  useEffectEvent,
  useState,
  type FormEvent,
  type ReactNode,
  type ComponentProps,
} from 'react';
import { useFetcher } from 'react-router';
import { checkoutTexts } from '#messages/checkout.ts';
import { useLanguage, useTexts } from '../platform/language.tsx';
import { useHydrated } from '../platform/use-hydrated.ts';
import { useOnResult } from '../forms/use-on-result.ts';
import { Button } from '../ui/button.tsx';
import { ErrorSummary, SubmitRow } from '../forms/form.tsx';
import { FormHiddenFields, useFormKey } from '../forms/form-hidden-fields.tsx';
import { useLiveErrors, type FieldOf } from '../forms/use-live-errors.ts';
import { useSubmission } from '../forms/use-submission.ts';
import {
  CHECKOUT_PATH,
  checkDetails,
  haveDetailsChanged,
  readValues,
  missingZipDigits,
  type CheckoutUser,
  type DeliveryDetails,
  type DetailsField,
  type DetailsValues,
} from './details-values.ts';
import type { CheckoutResponse } from './checkout.server.ts';
import { GERMANY_ID } from '#contract/constants.ts';
import { Field, NewPasswordFields } from '../forms/fields.tsx';
import { CountryField, type Countries } from './country-field.tsx';

/** The id of the form, to which the radio buttons of the ways of ordering belong as well. */
export const DETAILS_FORM = 'details-form';

interface DetailsFormProps {
  user: CheckoutUser | null;
  details: DeliveryDetails | null;
  countries: Countries;
  formKey: string;
  registers: boolean;
  initial: DetailsValues;
  /** The result of the form when it was sent without scripts. */
  posted: CheckoutResponse | undefined;
  onTyped: (typed: DetailsValues | null) => void;
  onSaved: () => void;
  onFailed: (hasFailed: boolean) => void;
  onLogin: () => void;
  /** Further buttons. */
  children: ReactNode;
}

/** The form of the delivery details (product.md 5). */
export function DetailsForm(props: DetailsFormProps) {
  const { user, details, countries, registers, initial, onLogin } = props;
  const texts = useTexts(checkoutTexts);
  const language = useLanguage();
  const isHydrated = useHydrated();
  const rules = { emailRequired: user !== null || registers, registers };
  const { fetcher, problem, key } = useSaving(props);
  const live = useLiveErrors<DetailsField>(problem?.errors, (values) =>
    checkDetails(values, rules, language),
  );
  const state = useSubmission(fetcher, problem);
  const form = useTyped(props);
  const { onFailed } = props;
  const hasFailed = state.failure !== '' || live.hasErrors;
  useEffect(() => onFailed(hasFailed), [hasFailed, onFailed]);
  const isEmailTaken = problem?.code === 'email_taken' && live.errors.email !== undefined;
  return (
    <fetcher.Form
      id={DETAILS_FORM}
      className="details-form"
      method="post"
      action={CHECKOUT_PATH}
      {...live.props}
      onInput={(event) => {
        live.props.onInput(event);
        form.read(event);
      }}
    >
      <FormHiddenFields formKey={key} />
      <input type="hidden" name="intent" value="details" />
      {user !== null && <input type="hidden" name="customer" value={user.id} />}
      <ErrorSummary errors={live.errors} />
      <DetailsFields
        field={live.field}
        initial={initial}
        values={form.values}
        countries={countries}
        isEmailRequired={rules.emailRequired}
        hasPasswords={registers || (user === null && !isHydrated)}
      />
      <SubmitRow
        form={state}
        label={details === null ? texts.toDelivery : texts.save}
        busyLabel={texts.saving}
        failureTitle={texts.saveFailed}
        disabled={isHydrated && !haveDetailsChanged(form.values, details)}
      >
        {props.children}
        {isHydrated && isEmailTaken && (
          <Button kind="line" onClick={onLogin}>
            {texts.loginInstead}
          </Button>
        )}
      </SubmitRow>
    </fetcher.Form>
  );
}

/** Submits the form, and reports success when the page shows the saved details. */
function useSaving({ formKey, posted, onSaved }: DetailsFormProps) {
  const fetcher = useFetcher<CheckoutResponse>();
  const key = useFormKey(formKey, fetcher.data);
  useOnResult(fetcher, (result) => {
    if (result.problem === null) onSaved();
  });
  return { fetcher, key, problem: (fetcher.data ?? posted)?.problem };
}

/** The current values of the fields; the browser may have restored them before hydration. */
function useTyped({ initial, details, onTyped }: DetailsFormProps) {
  const [values, setValues] = useState(initial);
  const tell = useEffectEvent((next: DetailsValues) =>
    onTyped(haveDetailsChanged(next, details) ? next : null),
  );
  useEffect(() => {
    document.getElementById(DETAILS_FORM)?.dispatchEvent(new Event('input', { bubbles: true }));
  }, []);
  useEffect(() => tell(values), [values]);
  return {
    values,
    read: ({ currentTarget }: FormEvent<HTMLFormElement>) =>
      setValues(readValues(new FormData(currentTarget))),
  };
}

interface DetailsFieldsProps {
  field: FieldOf<DetailsField>;
  initial: DetailsValues;
  /** The current values. */
  values: DetailsValues;
  countries: Countries;
  isEmailRequired: boolean;
  hasPasswords: boolean;
}

/** The fields in order, with their autocomplete tokens (design.md 2). */
function DetailsFields(props: DetailsFieldsProps) {
  const { field, initial, values, countries, isEmailRequired, hasPasswords } = props;
  const texts = useTexts(checkoutTexts);
  const text = (name: DetailsField) => ({ ...field(name), defaultValue: initial[name] });
  return (
    <div className="fields">
      <div className="fields fields--pair">
        <Field {...text('first_name')} label={texts.firstName} autoComplete="given-name" />
        <Field {...text('last_name')} label={texts.lastName} autoComplete="family-name" />
      </div>
      <Field {...text('street')} label={texts.street} autoComplete="address-line1" />
      <div className="fields fields--zip">
        <ZipField {...text('zip')} values={values} />
        <Field {...text('city')} label={texts.city} autoComplete="address-level2" />
      </div>
      <CountryField countries={countries} {...text('country_id')} />
      <Field
        {...text('email')}
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
