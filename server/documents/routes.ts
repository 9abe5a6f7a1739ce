import type { Pool } from 'pg';
import type { ApiApp } from '../platform/http/mount.ts';
import { Problem } from '../platform/http/problem.ts';
import type { SignedTokens } from '../platform/security/signed-tokens.ts';
import { findDocument } from './find-document.ts';

export interface DocumentRouteDeps {
  pool: Pool;
  tokens: SignedTokens;
}

/** The PDF that a signed token names (api.md, Payment and order); 404 for any other token. */
export function mountDocuments(app: ApiApp, { pool, tokens }: DocumentRouteDeps): void {
  app.get('/documents/:name', async (c) => {
    const read = tokens.read('document', c.req.param('name').replace(/\.pdf$/, ''));
    const document = read === null ? null : await findDocument(pool, read.id);
    if (document === null) throw new Problem('not_found');
    return new Response(document.bytes, {
      headers: {
        'content-type': 'application/pdf',
        'content-disposition': `inline; filename="${document.filename}"`,
        'cache-control': 'private, max-age=31536000, immutable',
        'referrer-policy': 'no-referrer',
        'x-robots-tag': 'noindex',
      },
    });
  });
}
