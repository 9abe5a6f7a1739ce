import { useLayoutEffect, useRef, useState, type FormEvent } from 'react';
import { useActionData, useFetcher } from 'react-router';
import type { Cart } from '#contract/visit.ts';
import { useOnResult } from '../platform/use-on-result.ts';
import { announceCartChange } from '../platform/visit-storage.ts';
import { readTypedQuantities } from '../tickets/ticket-limits.ts';
import { useFormKey } from '../ui/form-marks.tsx';
import { changedLines, type DraftQuantities } from './cart-draft.ts';
import type { CartResult } from './update-cart.server.ts';

/** The form of the cart page, to which buttons outside of it belong as well. */
export const CART_FORM = 'cart-form';

export type CartDraft = ReturnType<typeof useCartDraft>;

/**
 * The local cart: quantities set here stay until the server has accepted them (product.md 2).
 *
 * @param loadedKey of the form, from the page's loader
 */
export function useCartDraft(cart: Cart, loadedKey: string) {
  const fetcher = useFetcher<CartResult>();
  const posted = useActionData<CartResult>();
  const result = fetcher.data ?? posted;
  const form = useRef<HTMLFormElement>(null);
  const [quantities, setQuantities] = useState<DraftQuantities>(posted?.values ?? {});
  // a line changed since then is no longer the refused one
  const [repaired, setRepaired] = useState<{ of: CartResult | undefined; ids: number[] }>();
  const formKey = useFormKey(loadedKey, fetcher.data);
  const busy = fetcher.state !== 'idle';

  // what was typed before the page was hydrated
  useLayoutEffect(
    () => setQuantities((known) => ({ ...known, ...readTypedQuantities(form.current) })),
    [],
  );
  useOnResult(fetcher, ({ problem, values = {} }) => {
    if (problem !== null) return;
    setQuantities((known) => withoutTaken(known, values));
    announceCartChange();
    // the pressed button may be gone
    form.current?.focus({ preventScroll: true });
  });

  const problem = busy ? null : (result?.problem ?? null);
  const ids = repaired?.of === result ? (repaired?.ids ?? []) : [];
  const possible = Object.fromEntries(
    Object.entries(result?.possible ?? {}).filter(([id]) => !ids.includes(Number(id))),
  );
  const isOfLines = Object.keys(result?.possible ?? {}).length > 0;
  const isRefused = problem !== null && isOfLines && Object.keys(possible).length > 0;
  return {
    Form: fetcher.Form,
    props: {
      ref: form,
      onSubmit: (event: FormEvent) => busy && event.preventDefault(),
    },
    formKey,
    quantities,
    /** Whether the local cart differs from the server's copy. */
    differs: changedLines(cart, quantities).length > 0,
    busy,
    /** The server's message on lines with too many tickets (6104), and quantities they could be set to. */
    rejection: isRefused ? { message: problem.message, possible } : null,
    /** A failure that does not belong to a line. */
    failure: isOfLines ? null : (problem?.message ?? null),
    set(ticketType: number, quantity: number) {
      setQuantities((known) => ({ ...known, [ticketType]: quantity }));
      setRepaired({ of: result, ids: [...ids, ticketType] });
    },
    /** Sends the form with the value of a button. */
    submit(name: string, value: string) {
      const fields = new FormData(form.current ?? undefined);
      fields.set(name, value);
      // its redirect gives no result
      void fetcher.submit(fields, { method: 'post' }).then(announceCartChange);
    },
  };
}

/** Accepted quantities leave the draft; a newer one of the same line stays. */
function withoutTaken(draft: DraftQuantities, taken: DraftQuantities): DraftQuantities {
  const rest = Object.entries(draft).filter(([id, quantity]) => {
    const done = taken[Number(id)];
    return done !== quantity && done !== 0;
  });
  return Object.fromEntries(rest);
}
