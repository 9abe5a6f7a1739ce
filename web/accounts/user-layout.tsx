import { useEffect } from 'react';
import { Outlet, useNavigate, useRevalidator } from 'react-router';
import type { Route } from './+types/user-layout';
import { provideUser } from './require-user.server.ts';

/** Pages below need a signed-in user, as documents and as data (product.md 2, Navigation rules). */
export const middleware: Route.MiddlewareFunction[] = [
  async ({ context, request, url }) => provideUser(context, { method: request.method, url }),
];

export default function UserLayout() {
  useLeaveWhenSignedOut();
  return <Outlet />;
}

/** After a logout in another tab, or when the page returns from the back/forward cache, it shows nothing more. */
function useLeaveWhenSignedOut(): void {
  const navigate = useNavigate();
  const { revalidate } = useRevalidator();
  useEffect(() => {
    const onStorage = ({ key, newValue }: StorageEvent) => {
      if (key === null || (key === 'user' && newValue === null)) void navigate('/');
    };
    const onPageShow = ({ persisted }: PageTransitionEvent) => {
      if (persisted) void revalidate();
    };
    window.addEventListener('storage', onStorage);
    window.addEventListener('pageshow', onPageShow);
    return () => {
      window.removeEventListener('storage', onStorage);
      window.removeEventListener('pageshow', onPageShow);
    };
  }, [navigate, revalidate]);
}
