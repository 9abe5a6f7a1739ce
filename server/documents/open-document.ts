import { hasLinkExpired } from '../orders/order-queries.ts';
import { authenticate } from '../people/sessions.ts';
import type { ShopDeps } from '../deps.ts';
import { Problem } from '../platform/problem.ts';
import { findDocument, getServedBytes } from './find-document.ts';

interface ServedDocument {
  bytes: Uint8Array<ArrayBuffer>;
  filename: string;
}

/**
 * The PDF that a signed token names (api.md, Payment and order); 404 for any other token. 410 for everybody but the
 * order's customer when the order's link has expired or was ended. The PDF of a void ticket says that it is void.
 *
 * @param session the access token of whoever asks
 */
export async function openDocument(
  deps: ShopDeps,
  token: string,
  session: string | null,
): Promise<ServedDocument> {
  const read = deps.tokens.read('document', token);
  const document = read === null ? null : await findDocument(deps.pool, read.id);
  if (read === null || document === null) throw new Problem('not_found');
  const hasEnded = read.generation !== document.order.link_generation;
  if (hasEnded || hasLinkExpired(document.order, deps.env.orderLinkDays)) {
    if (!(await isOwner(deps, session, document.order.account_id)))
      throw new Problem('document_expired');
  }
  const bytes = await getServedBytes(deps.pool, () => deps.festival.content(), document);
  return { bytes, filename: document.filename };
}

/** A session that is unknown or has expired owns nothing. */
async function isOwner(
  { pool }: ShopDeps,
  token: string | null,
  accountId: number | null,
): Promise<boolean> {
  if (token === null || accountId === null) return false;
  try {
    return (await authenticate(pool, token)).accountId === accountId;
  } catch (error) {
    if (error instanceof Problem) return false;
    throw error;
  }
}
