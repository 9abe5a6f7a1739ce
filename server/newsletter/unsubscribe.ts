import type { Pool } from 'pg';
import { Problem } from '../platform/problem.ts';
import type { SignedTokens } from '../platform/security/signed-tokens.ts';

/**
 * Switches e-mails off (RFC 8058). Accepts the token of a mail's header, which allows nothing else, and that of the
 * preferences. 404 for any other token (api.md, Contact and newsletter).
 */
export async function unsubscribe(pool: Pool, tokens: SignedTokens, token: string): Promise<void> {
  const read = tokens.read('unsubscribe', token) ?? tokens.read('newsletter', token);
  if (read === null) throw new Problem('not_found');
  const { rowCount } = await pool.query(
    `update newsletter_subscription set receive_news_email = false,
       -- a new time even if everything was off already, so that the office cannot undo this choice
       off_since = case when not receive_news_postal then now() end
     where id = $1 and generation = $2`,
    [read.id, read.generation],
  );
  if (rowCount === 0) throw new Problem('not_found');
}
