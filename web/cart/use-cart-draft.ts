import { useLayoutEffect, useRef, useState, type FormEvent } from 'react';
import { useActionData, useFetcher } from 'react-router';
import type { Cart } from '#contract/visit.ts';
import { useOnResult } from '../forms/use-on-result.ts';
import { announceCartChange } from '../platform/visit-storage.ts';
import { readTypedQuantities } from '../concerts/ticket-limits.ts';
import { useFormKey } from '../forms/form-hidden-fields.tsx';
import { changedLines, type DraftQuantities } from './cart-draft.ts';
import type { CartResult } from './cart.server.ts';

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
  const [repaired, setRepaired] = useState<{ of: CartResult | undefined; names: string[] }>();
  const formKey = useFormKey(loadedKey, fetcher.data);
  const isBusy = fetcher.state !== 'idle';

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

  const problem = isBusy ? null : (result?.problem ?? null);
  const repairedNames = repaired?.of === result ? (repaired?.names ?? []) : [];
  const refused = Object.entries(problem?.errors ?? {}).filter(([name]) => isQuantity(name));
  const errors = refused.filter(([name]) => !repairedNames.includes(name));
  return {
    Form: fetcher.Form,
    props: {
      ref: form,
      onSubmit: (event: FormEvent) => isBusy && event.preventDefault(),
    },
    formKey,
    quantities,
    /** Whether the local cart differs from the server's copy. */
    differs: changedLines(cart, quantities).length > 0,
    busy: isBusy,
    /** The server's messages on lines, by the name of their field. */
    errors: Object.fromEntries(errors),
    /** Quantities that lines with too many tickets (6104) could be set to. */
    possible: result?.possible ?? {},
    /** A failure that does not belong to a line. */
    failure: refused.length > 0 ? null : (problem?.message ?? null),
    set(changed: DraftQuantities) {
      setQuantities((known) => ({ ...known, ...changed }));
      const names = Object.keys(changed).map((id) => `quantity-${id}`);
      setRepaired({ of: result, names: [...repairedNames, ...names] });
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

const isQuantity = (field: string) => field.startsWith('quantity-');

/** Accepted quantities leave the draft; a newer one of the same line stays. */
function withoutTaken(draft: DraftQuantities, taken: DraftQuantities): DraftQuantities {
  const rest = Object.entries(draft).filter(([id, quantity]) => {
    const done = taken[Number(id)];
    return done !== quantity && done !== 0;
  });
  return Object.fromEntries(rest);
}
