import { createContext, use } from 'react';

/** Whether React has hydrated the page; entry.client.tsx provides it. */
export const HydratedContext = createContext(false);

/** False on the server and during hydration, then true: controls that need scripts appear. */
export const useHydrated = (): boolean => use(HydratedContext);
