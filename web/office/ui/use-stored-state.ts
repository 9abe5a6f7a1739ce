import { readShownValues } from '#contract/office/shown-values.ts';
import { type FormState, useFormState } from './office-form.tsx';

/** The state of a form that changes stored values; `shown` is for its hidden field of this name. */
export interface StoredState extends FormState {
  shown: string;
}

/**
 * The state of a form that shows these stored values and sends them along: its command changes only what differs from
 * them (server/office/resolve-changes.ts). Refused because somebody else has changed the same field, it shows what is
 * stored by now, except for what was typed, and may be sent again.
 */
export function useStoredState(form: string, stored: Record<string, string>): StoredState {
  const state = useFormState(form);
  const before = readShownValues(state.value('shown'));
  const isRefused = state.problem?.status === 409;
  return {
    ...state,
    value(name) {
      const [entry] = state.values(name);
      const isUntouched = isRefused && entry === before[name];
      return entry === undefined || isUntouched ? (stored[name] ?? '') : entry;
    },
    // an entry that was only mistyped is still compared with what its page showed
    shown: JSON.stringify(isRefused ? stored : { ...stored, ...before }),
  };
}
