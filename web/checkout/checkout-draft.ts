import { keepWithCart, keptWithCart } from '../platform/kept-with-cart.ts';
import { emptyValues, type DeliveryValues } from './delivery-values.ts';

/** How somebody who is not signed in orders; `guest` is the guest flag of product.md 3. */
export type CheckoutMode = 'guest' | 'register' | 'login';

/** What survives a reload of the checkout: the way, and what was typed and is not saved yet. */
export interface CheckoutDraft {
  way: CheckoutMode;
  typed: DeliveryValues | null;
}

export function readDraft(): CheckoutDraft {
  const kept = (keptWithCart() ?? {}) as Partial<CheckoutDraft>;
  return {
    way: kept.way ?? 'guest',
    typed: kept.typed ? { ...emptyValues, ...kept.typed } : null,
  };
}

/** Keeps what was typed, without passwords. */
export function keepDraft(draft: Partial<CheckoutDraft>): void {
  const next = { ...readDraft(), ...draft };
  const typed = next.typed && { ...next.typed, password: '', password_confirmation: '' };
  keepWithCart({ way: next.way, typed });
}
