import { createContext } from 'react-router';
import type { Office } from '#contract/office/office.ts';

/** In loaders and actions: `context.get(officeContext)` gives access to the office's data and commands. */
export const officeContext = createContext<Office>();
