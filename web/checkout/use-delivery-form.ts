import { useEffect, useRef, useState } from 'react';
import { errorKeys } from '#contract/codes.ts';
import { checkoutTexts } from '#messages/checkout.ts';
import { showFadingSuccess } from '../platform/alerts.ts';
import { api } from '../platform/api.ts';
import { ApiError } from '../platform/api-error.ts';
import { refetchCart } from '../platform/cart-store.ts';
import { useLanguage, useTexts } from '../platform/language.ts';
import { getSessionId, setUser, type User } from '../platform/session.ts';
import { useFormErrors } from '../ui/use-form-errors.ts';
import { keepDraft, readDraft, type Way } from './checkout-draft.ts';
import {
  checkDetails,
  hasChanged,
  startValues,
  toBody,
  valuesOf,
  type DeliveryDetails,
  type DeliveryField,
} from './delivery-values.ts';

/** What the form belongs to. */
export interface DeliveryFormFacts {
  saved: DeliveryDetails | null;
  user: User | null;
  way: Way;
  onSaved: (details: DeliveryDetails) => void;
}

export type DeliveryForm = ReturnType<typeof useDeliveryForm>;

/** The delivery form: read-only or editing, what is typed, its errors, saving (product.md section 4). */
export function useDeliveryForm({ saved, user, way, onSaved }: DeliveryFormFacts) {
  const texts = useTexts(checkoutTexts);
  const language = useLanguage();
  const [start] = useState(() => startValues(saved, readDraft().typed, user));
  const [values, setValues] = useState(start.values);
  const [editing, setEditing] = useState(start.editing);
  const [failure, setFailure] = useState<{ message: string; emailTaken: boolean } | null>(null);
  const [busy, setBusy] = useState(false);
  const sending = useRef(false);

  const registers = user === null && way === 'register';
  const rules = { emailRequired: user !== null || registers, registers };
  const form = useFormErrors(values, (typed) => checkDetails(typed, rules, language));
  const changed = hasChanged(values, saved);
  const open = editing || saved === null || registers;

  useEffect(() => keepDraft({ typed: open && changed ? values : null }), [open, changed, values]);

  const send = async () => {
    const body = toBody(values, rules, getSessionId());
    const { user: created, data } = await api.call('saveDeliveryDetails', { body });
    if (created) setUser(created);
    // what was chosen may not fit the new details any more; the server has then given it up
    await refetchCart().catch(() => undefined);
    setValues(valuesOf(data));
    setEditing(false);
    onSaved(data);
    showFadingSuccess(texts.saved);
  };

  const show = (error: unknown) => {
    if (error instanceof ApiError && error.status === 422) return form.refuse(error.fieldErrors);
    const message = error instanceof Error ? error.message : '';
    const emailTaken = error instanceof ApiError && error.errorKey === errorKeys.emailTaken;
    if (emailTaken) form.refuse({ email: message });
    setFailure({ message, emailTaken });
  };

  return {
    values,
    rules,
    errors: form.errors,
    editing: open,
    changed,
    busy,
    failure,
    set(field: DeliveryField, value: string) {
      setValues((typed) => ({ ...typed, [field]: value }));
    },
    edit: () => setEditing(true),
    cancel() {
      form.reset();
      setFailure(null);
      setValues(valuesOf(saved));
      setEditing(false);
    },
    async save() {
      if (sending.current || !form.attempt()) return;
      sending.current = true;
      setBusy(true);
      setFailure(null);
      await send().catch(show);
      sending.current = false;
      setBusy(false);
    },
  };
}
