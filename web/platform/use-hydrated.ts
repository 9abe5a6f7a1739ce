import { createContext, use } from 'react';

/** Whether React has taken over the server's page; entry.client.tsx provides it. */
export const HydratedContext = createContext(false);

/** False on the server and in the first render of its page, then true: what only scripts can do shows now. */
export const useHydrated = (): boolean => use(HydratedContext);
