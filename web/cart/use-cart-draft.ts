import { useState, type SubmitEvent } from 'react';
import { useActionData } from 'react-router';
import { useForm, type FormProblem, type Refused } from '../forms/use-form.ts';
import { announceCartChange } from '../platform/visit-storage.ts';
import { sentQuantities } from '../concerts/ticket-limits.ts';
import { useTypedQuantities } from '../concerts/use-ticket-choice.ts';
import { changedLines, type DraftQuantities } from './cart-draft.ts';
import type { CartProblem } from './cart.server.ts';
import type { Cart } from '../platform/visit.ts';

/** The form of the cart page, to which buttons outside of it belong as well. */
export const CART_FORM = 'cart-form';

export type CartDraft = ReturnType<typeof useCartDraft>;

/** The local cart: quantities set here stay until the server has accepted them (product.md 2). */
export function useCartDraft(cart: Cart) {
  const posted = useActionData<Partial<Refused>>();
  const [quantities, setQuantities] = useState<DraftQuantities>(sentQuantities(posted?.entries));
  const form = useForm('cart', {
    stays: true,
    onAccepted(element) {
      setQuantities(keepUnsent);
      announceCartChange();
      // the pressed button may be gone
      element.focus({ preventScroll: true });
    },
  });
  const keepUnsent = (draft: DraftQuantities): DraftQuantities =>
    Object.fromEntries(changedLines(cart, draft).map(({ id, quantity }) => [id, quantity]));
  // a line changed since then is no longer the refused one
  const [repaired, setRepaired] = useState<{ of: FormProblem | null; names: string[] }>();

  useTypedQuantities(form.props.ref, (typed) => setQuantities((known) => ({ ...known, ...typed })));

  const problem: CartProblem | null = form.problem;
  const repairedNames = repaired?.of === problem ? (repaired?.names ?? []) : [];
  const refused = Object.entries(problem?.errors ?? {}).filter(([name]) => isQuantity(name));
  const errors = refused.filter(([name]) => !repairedNames.includes(name));
  const send = (fields: FormData, name: string, value: string) => {
    fields.set(name, value);
    void form.fetcher
      .submit(fields, { method: 'post', action: '/ticketshop' })
      .then(announceCartChange);
  };
  return {
    form,
    quantities,
    /** Whether the local cart differs from the server's copy. */
    differs: changedLines(cart, quantities).length > 0,
    /** The server's messages on lines, by the name of their field. */
    errors: Object.fromEntries(errors),
    /** Quantities that lines with too many tickets (6104) could be set to. */
    possible: problem?.possible ?? {},
    /** A failure that does not belong to a line. */
    failure: refused.length > 0 ? null : (problem?.message ?? null),
    hasFailed: problem !== null && (refused.length === 0 || errors.length > 0),
    set(changed: DraftQuantities) {
      setQuantities((known) => ({ ...known, ...changed }));
      const names = Object.keys(changed).map((id) => `quantity-${id}`);
      setRepaired({ of: problem, names: [...repairedNames, ...names] });
    },
    onSubmit(event: SubmitEvent<HTMLFormElement>) {
      if (form.isBusy) return event.preventDefault();
      const { submitter } = event.nativeEvent;
      if (!(submitter instanceof HTMLButtonElement) || submitter.name !== 'remove')
        return undefined;
      // unsent quantities stay as they are
      event.preventDefault();
      const fields = new FormData(event.currentTarget);
      for (const name of Array.from(fields.keys()).filter(isQuantity)) fields.delete(name);
      return send(fields, submitter.name, submitter.value);
    },
    /** Goes to the next step with the changes. */
    proceed: (path: string) => send(new FormData(form.props.ref.current ?? undefined), 'go', path),
  };
}

const isQuantity = (field: string) => field.startsWith('quantity-');
