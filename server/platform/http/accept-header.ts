import type { Context } from 'hono';
import { accepts } from 'hono/accepts';

/** Whether a browser opens the address: its `Accept` names HTML first. Clients of the API get JSON. */
export function isFromBrowser(c: Context): boolean {
  const supports = ['application/json', 'text/html'];
  return accepts(c, { header: 'Accept', supports, default: 'application/json' }) === 'text/html';
}
