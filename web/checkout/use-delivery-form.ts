import { useEffect, useState } from 'react';
import { errorKeys } from '#contract/codes.ts';
import { checkoutTexts } from '#messages/checkout.ts';
import { showFadingSuccess } from '../platform/alerts.ts';
import { api } from '../platform/api.ts';
import { refetchCart } from '../platform/cart-store.ts';
import { useLanguage, useTexts } from '../platform/language.ts';
import { getSessionId, setUser, type User } from '../platform/session.ts';
import { useForm } from '../ui/use-form.ts';
import { keepDraft, readDraft, type CheckoutMode } from './checkout-draft.ts';
import {
  checkDetails,
  hasChanged,
  startValues,
  toBody,
  valuesOf,
  type DeliveryDetails,
  type DeliveryValues,
} from './delivery-values.ts';

/** What the form belongs to. */
export interface DeliveryFormFacts {
  saved: DeliveryDetails | null;
  user: User | null;
  way: CheckoutMode;
  onSaved: (details: DeliveryDetails) => void;
}

export type DeliveryForm = ReturnType<typeof useDeliveryForm>;

/** The delivery form: read-only or editing, what is typed, its errors, saving (product.md 4). */
export function useDeliveryForm({ saved, user, way, onSaved }: DeliveryFormFacts) {
  const texts = useTexts(checkoutTexts);
  const language = useLanguage();
  const [start] = useState(() => startValues(saved, readDraft().typed, user));
  const [editing, setEditing] = useState(start.editing);
  const [refusal, setRefusal] = useState<string | null>(null);

  const registers = user === null && way === 'register';
  const rules = { emailRequired: user !== null || registers, registers };

  const form = useForm({
    initial: { ...start.values },
    validate: (typed) => checkDetails(typed, rules, language),
    async send(typed, idempotencyKey) {
      const body = toBody(typed, rules, getSessionId());
      const answer = await api.call('saveDeliveryDetails', { body }, { idempotencyKey });
      if (answer.user) setUser(answer.user);
      // what was chosen may not fit the new details any more; the server has then given it up
      await refetchCart().catch(() => undefined);
      close(answer.data);
      onSaved(answer.data);
      showFadingSuccess(texts.saved);
    },
    explain(error) {
      if (error.errorKey !== errorKeys.emailTaken) return undefined;
      setRefusal(error.message);
      return { email: error.message };
    },
  });

  const close = (details: DeliveryDetails | null) => {
    form.restart({ ...valuesOf(details) });
    setEditing(false);
  };

  const values: DeliveryValues = form.values;
  const changed = hasChanged(values, saved);
  const open = editing || saved === null || registers;
  useEffect(() => keepDraft({ typed: open && changed ? values : null }), [open, changed, values]);

  return {
    ...form,
    values,
    rules,
    editing: open,
    changed,
    /** The e-mail belongs to an account: logging in is the better way. */
    emailTaken: refusal !== null && form.errors.email === refusal,
    edit: () => setEditing(true),
    cancel: () => close(saved),
  };
}
