import { useEffect } from 'react';
import type { Store } from '../platform/store.ts';

/** The values that a customer had typed when the session ended, without passwords; null if there are none. */
export type LoginDraft<Values> = { userId: number; values: Values } | null;

/** The stored values, only for the customer who typed them. */
export const findDraft = <Values>(
  draft: Pick<Store<LoginDraft<Values>>, 'get'>,
  userId: number,
): Values | null => {
  const stored = draft.get();
  return stored?.userId === userId ? stored.values : null;
};

/**
 * If the session ends while somebody types, the login comes in between (design.md 3): the form's values wait in memory
 * until the form is shown again.
 *
 * @param typed null while there is nothing to store, and for a guest, who has no session that could end
 */
export function useLoginDraft<Values>(
  draft: Store<LoginDraft<Values>>,
  typed: LoginDraft<Values>,
): void {
  useEffect(() => {
    draft.set(null);
    return () => {
      if (location.pathname.endsWith('/auth/login')) draft.set(typed);
    };
  });
}
