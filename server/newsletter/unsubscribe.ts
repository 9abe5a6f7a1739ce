import type { Pool } from 'pg';
import { Problem } from '../platform/http/problem.ts';
import type { SignedTokens } from '../platform/security/signed-tokens.ts';

/**
 * Switches the e-mails off (RFC 8058). Takes the link of a mail's header, which can do nothing else, and
 * the one to the preferences. 404 for any other token.
 */
export async function unsubscribe(pool: Pool, tokens: SignedTokens, token: string): Promise<void> {
  const named = tokens.read('unsubscribe', token) ?? tokens.read('newsletter', token);
  if (named === null) throw new Problem('not_found');
  const { rowCount } = await pool.query(
    `update newsletter_subscription set receive_news_email = false,
       off_since = case when not receive_news_postal then coalesce(off_since, now()) end
     where id = $1 and generation = $2`,
    [named.id, named.generation],
  );
  if (rowCount === 0) throw new Problem('not_found');
}
