import { useEffect } from 'react';
import { goTo } from '../platform/navigation.ts';
import { getUser } from '../platform/session.ts';

/** Signed out in another tab, or this page comes back from the cache after a logout: it shows nothing more. */
export function useLeaveWhenSignedOut(): void {
  useEffect(() => {
    // a moment later, when the session has read the storage anew
    const check = () => setTimeout(() => getUser() === null && goTo('/'), 0);
    window.addEventListener('storage', check);
    window.addEventListener('pageshow', check);
    return () => {
      window.removeEventListener('storage', check);
      window.removeEventListener('pageshow', check);
    };
  }, []);
}
