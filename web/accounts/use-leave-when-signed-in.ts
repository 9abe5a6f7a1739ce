import { useLayoutEffect } from 'react';
import { goTo } from '../platform/navigation.ts';
import { getUser } from '../platform/session.ts';

/** A signed-in user opening Login or Register goes to the personal area (product.md 2, Navigation rules). */
export function useLeaveWhenSignedIn(): void {
  useLayoutEffect(() => {
    if (getUser() !== null) goTo('/user', { replace: true });
  }, []);
}
