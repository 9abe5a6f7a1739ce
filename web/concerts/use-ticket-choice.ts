import { useEffectEvent, useLayoutEffect, useState, type FormEvent, type RefObject } from 'react';
import { useActionData } from 'react-router';
import { useForm, type FormProblem, type Refused } from '../forms/use-form.ts';
import { useHydrated } from '../platform/use-hydrated.ts';
import { announceCartChange } from '../platform/visit-storage.ts';
import {
  countTickets,
  readTypedQuantities,
  sentQuantities,
  type Quantities,
} from './ticket-limits.ts';
import type { Concert, Product } from './concert-summary.ts';

/** The choice of tickets of a concert's product; all its ticket types share the available number. */
export function useTicketChoice(concert: Concert, product: Product) {
  const isHydrated = useHydrated();
  const posted = useActionData<Partial<Refused>>();
  const [quantities, setQuantities] = useState<Quantities>(sentQuantities(posted?.entries));
  const form = useForm('tickets', {
    // a page opened meanwhile must not lose the cookie of the cart
    stays: true,
    onAccepted() {
      setQuantities({});
      announceCartChange();
    },
  });
  // a message about a choice stays until the choice changes
  const [dismissed, setDismissed] = useState<FormProblem | null>(null);
  const problem = form.problem === dismissed ? null : form.problem;

  useTypedQuantities(form.props.ref, (typed) => setQuantities((known) => ({ ...known, ...typed })));

  const count = countTickets(quantities);
  const isBlocked = isHydrated && (count === 0 || form.isBusy);
  return {
    form,
    quantities,
    count,
    totalCents: priceOf(product, quantities),
    /** How many tickets may be chosen over all types, within the concert's stock. */
    stock: Math.min(product.quantity, concert.available),
    /** The button is inactive for now. */
    blocked: isBlocked,
    /** Why the last attempt failed; the choice is kept. */
    failure: problem?.message ?? null,
    /** Whether the same choice may succeed later; otherwise it has to change first. */
    canRetry: problem?.status !== 422,
    /** Whether it failed because the order would exceed the limit. */
    isTooLarge: problem?.code === 'order_limit',
    /** Whether it was sent without scripts and refused. */
    isRefused: Boolean(posted?.problem),
    set(changed: Quantities) {
      setDismissed(form.problem);
      setQuantities({ ...quantities, ...changed });
    },
    props: {
      // without scripts, the browser checks the numbers
      noValidate: false,
      onSubmit: (event: FormEvent) => isBlocked && event.preventDefault(),
    },
  };
}

/** Takes over what was typed into a form's fields `quantity-<id>` before the page was hydrated. */
export function useTypedQuantities(
  form: RefObject<HTMLFormElement | null>,
  take: (typed: Readonly<Record<number, number>>) => void,
): void {
  const takeTyped = useEffectEvent(() => {
    const typed = readTypedQuantities(form.current);
    // in most pages nothing, and they need not be rendered again
    if (Object.keys(typed).length > 0) take(typed);
  });
  useLayoutEffect(() => takeTyped(), []);
}

/** The price of tickets of a product in cents. */
export function priceOf({ tickets }: Product, quantities: Quantities): number {
  return tickets.reduce((sum, { id, priceCents }) => sum + priceCents * (quantities[id] ?? 0), 0);
}
