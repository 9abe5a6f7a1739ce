import { redirectDocument } from 'react-router';
import { accountTexts } from '#messages/accounts.ts';
import { pickTexts } from '#messages/define-texts.ts';
import { refillForm } from '../platform/form-data.server.ts';
import { serverContext, shopContext } from '../platform/visit.ts';
import type { Route } from './+types/email-verification-page';

type LoaderArgs = Pick<Route.LoaderArgs, 'context' | 'url'>;

/** Verifies the address; null for a link of another site. */
export async function submitVerification(args: LoaderArgs) {
  const visit = args.context.get(shopContext);
  const params = findTarget(args);
  if (params === null) return null;
  const { problem } = await visit.call('verifyEmail', { params });
  if (problem !== null) return refillForm(problem, undefined);
  const { verified } = pickTexts(accountTexts, visit.language);
  visit.setFlash({ kind: 'success', text: verified });
  const isSignedIn = (await visit.findUser()) !== null;
  // its address is a secret, so it sends no referrer
  throw redirectDocument(isSignedIn ? '/user' : '/auth/login', 303);
}

/** The target of the page's link; null for one of another site. */
export function findTarget({ context, url }: LoaderArgs) {
  const { origin } = context.get(serverContext);
  return findVerificationTarget(url.searchParams.get('url'), [origin, url.origin]);
}

/** Where the API verifies addresses (contract/paths.ts, verifyEmail). */
const VERIFY_PATH = /^\/api\/email\/verify\/([^/%]+)\/([^/%]+)$/;

/**
 * The target of the url in a verification link, if it is one of this API; null for any other, which must never be
 * fetched (api.md, Accounts).
 *
 * @param origins of the API, the site's own first
 */
export function findVerificationTarget(url: string | null, origins: readonly string[]) {
  const [base] = origins;
  if (!url || !URL.canParse(url, base)) return null;
  const { origin, pathname } = new URL(url, base);
  const [, id, token] = VERIFY_PATH.exec(pathname) ?? [];
  if (!origins.includes(origin) || id === undefined || token === undefined) return null;
  return { id, token };
}
