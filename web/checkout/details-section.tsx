import { useEffect, useRef, useState } from 'react';
import { Form, useNavigate, useSearchParams } from 'react-router';
import { checkoutTexts } from '#messages/checkout.ts';
import { useTexts } from '../platform/language.tsx';
import { createStore } from '../platform/store.ts';
import { Button } from '../ui/button.tsx';
import { findDraft, useLoginDraft, type LoginDraft } from '../forms/use-login-draft.ts';
import type { Countries } from './country-field.tsx';
import { DetailsForm } from './details-form.tsx';
import {
  CHECKOUT_PATH,
  DELIVERY_METHODS,
  startValues,
  valuesOf,
  type CheckoutUser,
  type DeliveryDetails,
  type DetailsValues,
} from './details-values.ts';
import { DetailsView } from './details-view.tsx';
import type { CheckoutResponse } from './checkout.server.ts';

interface SectionProps {
  user: CheckoutUser | null;
  details: DeliveryDetails | null;
  countries: Countries;
  formKey: string;
  registers: boolean;
  /** Whether the address or the state of the details requires the form. */
  isEdit: boolean;
  /** The form's values that are not saved. */
  typed: DetailsValues | null;
  /** The result of the form when it was sent without scripts. */
  posted: CheckoutResponse | undefined;
  onTyped: (typed: DetailsValues | null) => void;
  onFailed: (hasFailed: boolean) => void;
  onLogin: () => void;
}

const detailsDraft = createStore<LoginDraft<DetailsValues>>(null);

/** The buyer's details: a form, or the saved ones with a button to change them. */
export function DetailsSection(props: SectionProps) {
  const { details, registers, isEdit, onTyped, ...rest } = props;
  const texts = useTexts(checkoutTexts);
  const [start] = useState(() => findStart(props));
  const { user, typed } = props;
  useLoginDraft(detailsDraft, user && typed && { userId: user.id, values: typed });
  /** Whether the form was opened because of its content. */
  const [isDraft, setDraft] = useState(start.editing);
  const isEditing = isDraft || isEdit || registers;
  const heading = useRef<HTMLHeadingElement>(null);
  const [hasSaved, setSaved] = useState(false);
  useFocusOnSwitch(isEditing, heading, hasSaved);
  const leaveAddress = useLeaveEdit();
  const close = () => {
    setDraft(false);
    onTyped(null);
  };
  const cancel = () => {
    close();
    setSaved(false);
  };
  return (
    <section className="shop__section" aria-labelledby="details-heading">
      <h2 id="details-heading" ref={heading} tabIndex={-1}>
        {texts.addressTitle}
      </h2>
      {details !== null && !isEditing ? (
        <>
          <DetailsView details={details} />
          <Form action={CHECKOUT_PATH} preventScrollReset>
            <Button type="submit" name="edit" kind="line" small>
              {texts.edit}
            </Button>
          </Form>
        </>
      ) : (
        <DetailsForm
          {...rest}
          details={details}
          registers={registers}
          initial={isDraft ? start.values : valuesOf(details)}
          onTyped={onTyped}
          onSaved={() => {
            close();
            leaveAddress();
            setSaved(true);
          }}
        >
          {details !== null && !registers && (
            <Button type="submit" kind="line" form="leave-edit">
              {texts.cancel}
            </Button>
          )}
        </DetailsForm>
      )}
      <Form id="leave-edit" action={CHECKOUT_PATH} replace preventScrollReset onSubmit={cancel} />
    </section>
  );
}

function findStart({ details, typed, user, posted }: SectionProps) {
  if (posted?.refused) return { values: posted.refused.values, editing: true };
  // returned from the login after the session had ended, or from another way of ordering
  const draft = user === null ? typed : findDraft(detailsDraft, user.id);
  if (draft !== null) return { values: draft, editing: true };
  return startValues(details, typed, user);
}

/** Removes `?edit` from the address. */
function useLeaveEdit(): () => void {
  const navigate = useNavigate();
  const [search] = useSearchParams();
  return () => {
    if (search.has('edit'))
      void navigate(CHECKOUT_PATH, { replace: true, preventScrollReset: true });
  };
}

/** The pressed button disappears with its view: focus goes to the heading, or after saving to what comes next. */
function useFocusOnSwitch(
  isEditing: boolean,
  heading: React.RefObject<HTMLElement | null>,
  hasSaved: boolean,
): void {
  const before = useRef(isEditing);
  useEffect(() => {
    const hasSwitched = before.current !== isEditing;
    before.current = isEditing;
    const active = document.activeElement;
    if (!hasSwitched || (active !== null && active !== document.body)) return;
    const next = !isEditing && hasSaved ? document.getElementById(DELIVERY_METHODS) : null;
    const section = next ?? heading.current;
    section?.focus({ preventScroll: true });
    section?.scrollIntoView({ block: 'start' });
  }, [isEditing, heading, hasSaved]);
}
