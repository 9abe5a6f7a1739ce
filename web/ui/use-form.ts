import { useLayoutEffect, useRef, useState, type ChangeEvent, type FormEvent } from 'react';
import { newId } from '../platform/new-id.ts';
import { ApiError } from '../platform/api-error.ts';
import { useKeptOnReload } from './use-kept-on-reload.ts';
import { useFormErrors } from './use-form-errors.ts';
import type { FormState } from './use-submission.ts';

type Values<Name extends string> = Record<Name, string>;
type Messages<Name extends string> = Partial<Record<Name, string>>;
type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/** A sending that takes longer than this many milliseconds says so. */
const SLOW_MS = 4000;

interface FormOptions<Name extends string> {
  /** Every field of the form, as it stands at first. */
  initial: Values<Name>;
  /** Messages of the fields that are not good, in the order of the fields. */
  validate: (values: Values<Name>) => Messages<Name>;
  /** Sends good values. The key is the same for every try of the same values. */
  send: (values: Values<Name>, idempotencyKey: string) => Promise<void>;
  /** What a refusal says: at fields, or of the whole form. Unless told, a 422 goes to its fields. */
  explain?: (error: ApiError) => Messages<Name> | string | undefined;
  /** What is typed is still there after a reload of the page. */
  survivesReload?: boolean;
}

/**
 * A form of text fields: values, validation on submit with live repair, one sending at a time, failures
 * at their place with all values kept. Spread `props` on the form and `field(name)` on each field.
 */
export function useForm<Name extends string>(options: FormOptions<Name>) {
  const [initial] = useState(options.initial);
  const [values, setValues] = useState(initial);
  const { errors, attempt, refuse, reset } = useFormErrors(values, options.validate);
  const [failed, setFailed] = useState({ failure: '', lost: false });
  const sending = useSending();
  const take = (typed: Record<string, string>) => setValues((known) => takeOver(known, typed));
  const element = useTypedEarly(take);
  const isTyped = JSON.stringify(values) !== JSON.stringify(initial);
  useKeptOnReload(isTyped ? values : null, options.survivesReload ? take : null);

  const change = (name: Name, value: string) => setValues((known) => ({ ...known, [name]: value }));

  const fail = (error: ApiError) => {
    const explained = options.explain?.(error) ?? fieldMessages(error, values);
    if (typeof explained === 'string') setFailed({ failure: explained, lost: isLost(error) });
    else refuse(explained);
  };

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (sending.busyNow()) return;
    setFailed({ failure: '', lost: false });
    if (!attempt()) return;
    await sending.run(values, options.send, fail);
  };

  return {
    values,
    errors,
    change,
    /** Takes over new values, e.g. what the server saved, and forgets all messages. */
    restart(next: Values<Name>) {
      setValues(next);
      setFailed({ failure: '', lost: false });
      reset();
    },
    field: (name: Name) => ({
      name,
      value: values[name],
      error: errors[name],
      onChange: (event: ChangeEvent<Control>) => change(name, event.currentTarget.value),
    }),
    props: {
      ref: element,
      method: 'post' as const,
      noValidate: true,
      onSubmit: (event: FormEvent) => void submit(event),
    },
    state: { ...failed, busy: sending.busy, slow: sending.slow } satisfies FormState,
    failed: failed.failure !== '' || Object.values(errors).some(Boolean),
  };
}

function takeOver<Name extends string>(known: Values<Name>, typed: Record<string, string>) {
  const names = Object.keys(known) as Name[];
  const entries = names.map((name) => [name, typed[name] ?? known[name]]);
  return Object.fromEntries(entries) as Values<Name>;
}

/** A 422 at the fields this form has; anything else is the whole form's message. */
function fieldMessages<Name extends string>(error: ApiError, values: Values<Name>) {
  const known = Object.entries(error.fieldErrors).filter(([name]) => name in values);
  return known.length > 0 ? (Object.fromEntries(known) as Messages<Name>) : error.message;
}

const isLost = (error: ApiError) => error.status === 0 || error.status >= 500;

/** One sending at a time; a second try of the same values after no answer keeps its key. */
function useSending() {
  const [phase, setPhase] = useState<'idle' | 'busy' | 'slow'>('idle');
  const running = useRef(false);
  const unanswered = useRef({ body: '', key: '' });

  return {
    busy: phase !== 'idle',
    slow: phase === 'slow',
    busyNow: () => running.current,
    async run<T extends object>(
      values: T,
      send: (values: T, key: string) => Promise<void>,
      fail: (error: ApiError) => void,
    ) {
      const body = JSON.stringify(values);
      const key = unanswered.current.body === body ? unanswered.current.key : newId();
      running.current = true;
      setPhase('busy');
      const timer = setTimeout(() => setPhase('slow'), SLOW_MS);
      unanswered.current = { body: '', key: '' };
      try {
        await send(values, key);
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        if (isLost(error)) unanswered.current = { body, key };
        fail(error);
      } finally {
        clearTimeout(timer);
        running.current = false;
        setPhase('idle');
      }
    },
  };
}

/** What was typed or filled in before the page came to life is not lost, and there before a tap is answered. */
function useTypedEarly(take: (typed: Record<string, string>) => void) {
  const element = useRef<HTMLFormElement>(null);
  const taker = useRef(take);
  useLayoutEffect(() => {
    if (element.current === null) return;
    const entries = [...new FormData(element.current)].filter(
      (entry): entry is [string, string] => typeof entry[1] === 'string',
    );
    taker.current(Object.fromEntries(entries));
  }, []);
  return element;
}
