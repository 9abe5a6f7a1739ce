import {
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  type FormEvent,
  type RefObject,
} from 'react';
import {
  Form as RouterForm,
  useActionData,
  useFetcher,
  useNavigation,
  useRouteLoaderData,
} from 'react-router';
import type { FormEntries } from '#contract/office/forms.ts';
import type { OfficeFrame } from '#contract/office/office.ts';
import type { SiteData } from '../platform/site.ts';
import { useRestoredEntries } from './restore-entries.ts';
import { useHydrated } from '../platform/use-hydrated.ts';

/** Why a form was refused. */
export interface FormProblem {
  status: number;
  code?: string;
  /** Why the form as a whole was refused; where fields are wrong, it may be missing. */
  message?: string;
  /** Field name → message, in the order of the fields. */
  errors: Record<string, string>;
  /** Names the stored version where somebody has changed it in the meantime: the form's next attempt carries it. */
  version?: string;
}

/** The data of an action that refused a form; an action that accepts one redirects. */
export interface Refused {
  /** The form's name: pages may have several. */
  form: string;
  /** As they were sent, without passwords and codes; null where the page must not show them. */
  entries: FormEntries | null;
  problem: FormProblem;
}

type Errors<Name extends string> = Partial<Record<Name, string>>;

interface FormOptions<Name extends string> {
  /** The rules that both sides share; '' or nothing for a good field. */
  check?: (values: Record<Name, string>) => Errors<Name>;
  /** Whether the form is sent beside the page, which stays as it is; by default it is a navigation. */
  stays?: boolean;
  /** Runs in the browser when the form was accepted and the page shows what follows. */
  onAccepted?: (form: HTMLFormElement) => void;
}

export type FormState<Name extends string = string> = ReturnType<typeof useForm<Name>>;

/**
 * A form of uncontrolled fields, with scripts and without: its entries and errors after it was refused, and whether it
 * is being sent. Until it is refused for the first time, it reports nothing; from then on, each field as it changes
 * (design.md 2).
 *
 * @param name the form's, on its page; also sent with it
 */
export function useForm<Name extends string = string>(
  name: string,
  { check, stays = false, onAccepted }: FormOptions<Name> = {},
) {
  const element = useRef<HTMLFormElement>(null);
  const frame = useFormFrame();
  const fetcher = useFetcher<Refused>();
  const navigation = useNavigation();
  const [refused, forget] = useRefused(name, fetcher.data);
  const isSending = navigation.formData?.get('form') === name;
  const isBusy = stays ? fetcher.formMethod !== undefined : isSending;
  useAccepted({ isBusy, refused, element }, (accepted) => {
    forget();
    if (accepted) onAccepted?.(accepted);
  });

  const live = useLiveErrors<Name>(element, refused?.problem.errors as Errors<Name>, check);
  // the office stores nothing in the browser, and a form beside the page would store the fields of the page
  useRestoredEntries(live.isSent, !frame.isOffice && !stays);
  const saved = frame.savedEntries;
  const isSaved = saved !== null && (saved['form']?.[0] ?? '') === name;
  const entries = refused?.entries ?? (isSaved ? saved : null);
  const wasLost = refused !== null && isRetryable(refused.problem);
  useToken(element, { isBusy, wasLost });
  const problem = isBusy || live.isSent ? null : (refused?.problem ?? null);
  const isOfFields = problem !== null && Object.keys(problem.errors).length > 0;
  const value = (field: string, fallback = ''): string =>
    entries === null ? fallback : (entries[field]?.[0] ?? '');
  return {
    name,
    frame,
    Form: stays ? fetcher.Form : RouterForm,
    fetcher,
    isBusy,
    problem,
    /** The same, also while the form is being sent again: hidden fields that follow it must not change then. */
    refusal: refused?.problem ?? null,
    /** Why the form as a whole was refused; '' while nothing is wrong. */
    failure: isOfFields ? '' : (problem?.message ?? ''),
    /** No response arrived, or the server failed: the same entries can be sent again. */
    isLost: problem !== null && wasLost,
    errors: live.errors,
    hasFailed: live.hasErrors || (problem !== null && !isOfFields),
    /** Whether the form shows earlier entries, so that it must not be folded. */
    isShown: entries !== null,
    /** All of them, once the form was sent. */
    entries,
    value,
    /** All values of a field, such as ticked checkboxes; `fallback` before anything was sent. */
    values: (field: string, fallback: string[] = []): string[] =>
      entries === null ? fallback : (entries[field] ?? []),
    error: (field: Name): string | undefined => live.errors[field],
    field: (field: Name, fallback?: string) => ({
      name: field as string,
      defaultValue: value(field, fallback),
      error: live.errors[field],
      // without scripts; with several errors the summary has the focus
      autoFocus: live.isOnly && !frame.isOffice && Boolean(live.errors[field]),
    }),
    props: { ref: element, noValidate: true, ...live.props },
  };
}

/** Why the form was refused last, and how to forget that: a fetcher keeps it when the form is then accepted. */
function useRefused(name: string, fetched: Refused | undefined) {
  const posted = useActionData<Partial<Refused>>();
  const answer = fetched ?? posted;
  const [forgotten, setForgotten] = useState<Refused | null>(null);
  const isOurs = answer?.form === name && answer !== forgotten;
  const refused = isOurs ? (answer as Refused) : null;
  return [refused, () => setForgotten(refused)] as const;
}

/** Whether the same form can be sent again: no response arrived, or the server failed. */
export const isRetryable = ({ status }: { status: number }): boolean =>
  status === 0 || status >= 500;

/** What site and office tell all their forms. */
export function useFormFrame() {
  const site = useRouteLoaderData<SiteData>('site');
  const office = useRouteLoaderData<OfficeFrame>('office');
  return {
    isOffice: office !== undefined,
    /** '' in a page that all visitors share: the browser makes one. */
    token: (site ?? office)?.formToken ?? '',
    savedEntries: office?.savedEntries ?? null,
  };
}

interface SentForm {
  isBusy: boolean;
  refused: Refused | null;
  element: RefObject<HTMLFormElement | null>;
}

/** Runs when a form that was sent is no longer being sent, and was not refused; the page may show it no more. */
function useAccepted(
  { isBusy, refused, element }: SentForm,
  run: (form: HTMLFormElement | null) => void,
): void {
  const before = useRef({ isBusy, refused, form: null as HTMLFormElement | null });
  // a layout effect: what it focuses comes before `restoreLostFocus`
  useLayoutEffect(() => {
    const { isBusy: wasBusy, refused: earlier, form } = before.current;
    if (isBusy === wasBusy) return;
    before.current = { isBusy, refused, form: element.current };
    if (wasBusy && (refused === null || refused === earlier)) run(form);
  });
}

/**
 * Gives the form a token of its own in the browser, and another one after each response: with the same token, the same
 * entries count once. A form that got no response is sent again with its token. The first page has that of the server.
 */
function useToken(
  form: RefObject<HTMLFormElement | null>,
  { isBusy, wasLost }: { isBusy: boolean; wasLost: boolean },
): void {
  const wasHydrated = useRef(useHydrated());
  const wasBusy = useRef(false);
  useEffect(() => {
    // the first one: another is that of a mail's link
    const token = form.current?.querySelector<HTMLInputElement>('input[name=token]');
    if (!token) return;
    const isAnswered = wasBusy.current && !isBusy && !wasLost;
    if (wasHydrated.current || isAnswered || token.value === '') token.value = createToken();
    wasHydrated.current = false;
    wasBusy.current = isBusy;
  });
}

/** A random text; `crypto.randomUUID` is missing on plain http, as in a trial on a local network. */
const createToken = (): string => crypto.getRandomValues(new Uint32Array(4)).join('-');

/** Errors by field: those of the server, each until its field changes; later those that `check` finds. */
function useLiveErrors<Name extends string>(
  form: RefObject<HTMLFormElement | null>,
  submitted: Errors<Name> | undefined,
  check: FormOptions<Name>['check'],
) {
  const [known, setKnown] = useState(submitted);
  const [changed, setChanged] = useState<readonly string[]>([]);
  const [found, setFound] = useState<Errors<Name> | null>(null);
  const [attempts, setAttempts] = useState(0);
  const [isSent, setSent] = useState(false);
  if (known !== submitted) {
    setKnown(submitted);
    setChanged([]);
    setFound(null);
    setSent(false);
    if (hasErrors(submitted)) setAttempts(attempts + 1);
  }
  useEffect(() => {
    if (attempts > 0) focusErrors(form.current);
  }, [attempts, form]);

  const checkNow = (element: HTMLFormElement): Errors<Name> =>
    check?.(Object.fromEntries(new FormData(element)) as Record<Name, string>) ?? {};
  const said = Object.entries<string | undefined>(submitted ?? {});
  const still = Object.fromEntries(said.filter(([name]) => !changed.includes(name)));
  const errors = { ...found, ...still } as Errors<Name>;
  return {
    errors,
    isSent,
    isOnly: Object.values(errors).filter(Boolean).length === 1,
    hasErrors: hasErrors(errors),
    props: {
      onInput({ target, currentTarget }: FormEvent<HTMLFormElement>) {
        const { name } = target as HTMLInputElement;
        setSent(false);
        if (!changed.includes(name)) setChanged([...changed, name]);
        if (found !== null || hasErrors(submitted)) setFound(checkNow(currentTarget));
      },
      onSubmit(event: FormEvent<HTMLFormElement>) {
        const broken = checkNow(event.currentTarget);
        setSent(!hasErrors(broken));
        if (!hasErrors(broken)) return;
        event.preventDefault();
        setFound(broken);
        setAttempts(attempts + 1);
      },
    },
  };
}

const hasErrors = (errors: object | undefined) => Object.values(errors ?? {}).some(Boolean);

/** Focuses the summary, otherwise the one wrong field. */
function focusErrors(form: HTMLFormElement | null): void {
  form?.querySelector<HTMLElement>('.error-summary, [aria-invalid="true"]')?.focus();
}
