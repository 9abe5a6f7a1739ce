import { useLayoutEffect, useRef, useState, type FormEvent } from 'react';
import { useActionData, useFetcher } from 'react-router';
import type { ProblemDto } from '#contract/problems.ts';
import { createFormKey, useFormKey } from '../forms/form-hidden-fields.tsx';
import { useHydrated } from '../platform/use-hydrated.ts';
import { useOnResult } from '../forms/use-on-result.ts';
import { announceCartChange } from '../platform/visit-storage.ts';
import { countTickets, readTypedQuantities, type Quantities } from './ticket-limits.ts';
import type { Concert } from './concert-summary.ts';

type Product = NonNullable<Concert['product']>;

/** The result of adding tickets. */
export interface AdditionResult {
  problem: ProblemDto | null;
  values?: Quantities;
}

/** The choice of tickets of a concert's product; all its ticket types share the available number. */
export function useTicketChoice(concert: Concert, product: Product) {
  const fetcher = useFetcher<AdditionResult>();
  const posted = useActionData<AdditionResult>();
  const form = useRef<HTMLFormElement>(null);
  const isHydrated = useHydrated();
  const [quantities, setQuantities] = useState<Quantities>(posted?.values ?? {});
  // a message about a choice stays until the choice changes
  const [dismissed, setDismissed] = useState<AdditionResult>();
  const [firstKey] = useState(createFormKey);
  const key = useFormKey(firstKey, fetcher.data);
  const result = fetcher.data ?? posted;
  const isAdding = fetcher.state !== 'idle';

  // what was typed before the page was hydrated
  useLayoutEffect(() => {
    const typed = readTypedQuantities(form.current);
    // in most pages nothing, and they need not be rendered again
    if (Object.keys(typed).length > 0) setQuantities((known) => ({ ...known, ...typed }));
  }, []);
  useOnResult(fetcher, ({ problem }) => {
    if (problem !== null) return;
    setQuantities({});
    announceCartChange();
  });

  const count = countTickets(quantities);
  const isBlocked = isHydrated && (count === 0 || isAdding);
  const isShown = !isAdding && result !== dismissed;
  return {
    quantities,
    count,
    /** In EUR. */
    total: priceOf(product, quantities),
    /** How many tickets may be chosen over all types, within the concert's stock. */
    stock: Math.min(product.quantity, concert.available_quantity),
    adding: isAdding,
    /** The button is inactive for now. */
    blocked: isBlocked,
    /** Why the last attempt failed; the choice is kept. */
    failure: isShown ? (result?.problem?.message ?? null) : null,
    /** Whether the same choice may succeed later; otherwise it has to change first. */
    canRetry: result?.problem?.status !== 422,
    /** Whether it failed because the order would exceed the limit. */
    isTooLarge: isShown && result?.problem?.code === 'order_limit',
    /** Whether it was sent without scripts and refused. */
    isRefused: Boolean(posted?.problem),
    set(changed: Quantities) {
      setDismissed(result);
      setQuantities({ ...quantities, ...changed });
    },
    Form: fetcher.Form,
    formKey: isHydrated ? key : undefined,
    props: {
      ref: form,
      onSubmit: (event: FormEvent) => isBlocked && event.preventDefault(),
    },
  };
}

/** The price of tickets of a product, in EUR. */
export function priceOf(product: Product, quantities: Quantities): number {
  const cents = product.tickets.map(
    ({ price, product_variation_id: id }) => Math.round(price * 100) * (quantities[id] ?? 0),
  );
  return cents.reduce((sum, each) => sum + each, 0) / 100;
}
