import { readShownValues } from '#contract/office/forms.ts';
import { useForm, type FormState } from '../../forms/use-form.ts';

/** The state of a form that changes stored values; `shown` is for its hidden field of this name. */
export interface StoredForm extends FormState {
  shown: string;
}

/**
 * The state of a form that shows these stored values and sends them along: its command changes only what differs from
 * them (server/operations/entries.ts). Refused because somebody else has changed the same field, it shows what
 * is stored by now, except for what was typed, and may be sent again.
 */
export function useStoredForm(name: string, stored: Record<string, string>): StoredForm {
  const form = useForm(name);
  const before = readShownValues(form.value('shown'));
  const isRefused = form.refusal?.status === 409;
  const value = (field: string) => {
    const [entry] = form.values(field);
    const isUntouched = isRefused && entry === before[field];
    return entry === undefined || isUntouched ? (stored[field] ?? '') : entry;
  };
  return {
    ...form,
    value,
    field: (field) => ({ ...form.field(field), defaultValue: value(field) }),
    // an entry that was only mistyped is still compared with what its page showed
    shown: JSON.stringify(isRefused ? stored : { ...stored, ...before }),
  };
}
