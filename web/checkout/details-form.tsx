import { useEffect, useEffectEvent, useState, type FormEvent, type ReactNode } from 'react';
import { useFetcher } from 'react-router';
import { checkoutTexts } from '#messages/checkout.ts';
import { useLanguage, useTexts } from '../platform/language.ts';
import { useHydrated } from '../platform/use-hydrated.ts';
import { useOnResult } from '../platform/use-on-result.ts';
import { Button } from '../ui/button.tsx';
import { ErrorSummary } from '../ui/error-summary.tsx';
import { FormHiddenFields, useFormKey } from '../ui/form-hidden-fields.tsx';
import { SubmitRow } from '../ui/submit-row.tsx';
import { useLiveErrors } from '../ui/use-live-errors.ts';
import { useSubmission } from '../ui/use-submission.ts';
import type { Countries } from './country-field.tsx';
import { DetailsFields } from './details-fields.tsx';
import {
  CHECKOUT_PATH,
  checkDetails,
  haveDetailsChanged,
  readValues,
  type CheckoutUser,
  type DeliveryDetails,
  type DetailsField,
  type DetailsValues,
} from './details-values.ts';
import type { CheckoutResponse } from './submit-checkout.server.ts';

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
        state={state}
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
