import type { SignedTokens } from '../platform/security/signed-tokens.ts';

/** The subscription that the links belong to. */
interface LinkedSubscription {
  id: number;
  generation: number;
}

/**
 * Creates the two links of every newsletter: the subscriber's preferences page, and the URL that mail programs post
 * to (`Email.listUnsubscribe`). Both are void once the generation is raised.
 */
export function createNewsletterLinks(
  context: { tokens: SignedTokens; publicUrl: string },
  { id, generation }: LinkedSubscription,
): { preferences: string; unsubscribe: string } {
  const { tokens, publicUrl } = context;
  const unsubscribe = tokens.sign('unsubscribe', id, generation);
  return {
    preferences: `${publicUrl}/newsletter-preferences/${tokens.sign('newsletter', id, generation)}`,
    unsubscribe: `${publicUrl}/api/newsletter-preferences/${unsubscribe}`,
  };
}
