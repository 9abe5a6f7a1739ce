import { createContext } from 'react-router';
import type { Visit } from '#contract/visit.ts';

/** In loaders and actions: `context.get(shopContext)` is the visit, which gives access to cart, user and API. */
export const shopContext = createContext<Visit>();
