import { hasLinkExpired } from '../orders/order-queries.ts';
import { authenticate } from '../people/sessions.ts';
import type { ShopDeps } from '../deps.ts';
import type { ApiApp } from '../operations/define-api.ts';
import { isFromBrowser } from '../platform/http/accept-header.ts';
import { Problem } from '../platform/problem.ts';
import { findCookie } from '../platform/http/visitor-cookies.ts';
import { findDocument, getServedBytes } from './find-document.ts';

/**
 * The PDF that a signed token names (api.md, Payment and order); 404 for any other token. 410 for everybody but the
 * order's customer when the order's link has expired or was ended; browsers are sent to a page that says so. The PDF
 * of a void ticket says that it is void.
 */
export function mountDocuments(app: ApiApp, deps: ShopDeps): void {
  app.get('/documents/:name', async (c) => {
    const read = deps.tokens.read('document', c.req.param('name').replace(/\.pdf$/, ''));
    const document = read === null ? null : await findDocument(deps.pool, read.id);
    if (read === null || document === null) throw new Problem('not_found');
    const hasEnded = read.generation !== document.order.link_generation;
    if (hasEnded || hasLinkExpired(document.order, deps.env.orderLinkDays)) {
      // the personal area links to documents, and a browser sends only its cookie there
      const token =
        c.get('request').token ??
        findCookie(c.req.header('cookie'), 'session', deps.publicUrl().startsWith('https:'));
      if (!(await isOwner(deps, token, document.order.account_id))) {
        if (isFromBrowser(c)) return c.redirect('/ticketshop/order-confirmation?document=expired');
        throw new Problem('document_expired');
      }
    }
    return new Response(await getServedBytes(deps.pool, () => deps.festival.content(), document), {
      headers: {
        'content-type': 'application/pdf',
        'content-disposition': `inline; filename="${document.filename}"`,
        'cache-control': 'private, no-store',
        'referrer-policy': 'no-referrer',
        'x-robots-tag': 'noindex',
      },
    });
  });
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
