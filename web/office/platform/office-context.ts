// With web/platform/visit.ts, all of web/ that knows the server: by its types alone. In its data, moments are ISO 8601.
import { createContext } from 'react-router';
import type { Office } from '#server/edge/office-visit.ts';

export type { Office } from '#server/edge/office-visit.ts';
export type { InputOf, OutputOf } from '#server/operations.ts';

/** In loaders and actions: `context.get(officeContext)` gives access to the office's data and commands. */
export const officeContext = createContext<Office>();
