import type { SignedTokens } from '../platform/security/signed-tokens.ts';

/** What the links are made from. */
interface Linked {
  id: number;
  generation: number;
}

/**
 * The two links of every newsletter: to the subscriber's own preferences page, and the address that mail
 * programs post to (`Letter.listUnsubscribe`). Both are void once the generation is raised.
 */
export function createNewsletterLinks(
  context: { tokens: SignedTokens; publicUrl: string },
  { id, generation }: Linked,
): { preferences: string; unsubscribe: string } {
  const { tokens, publicUrl } = context;
  const unsubscribe = tokens.sign('unsubscribe', id, generation);
  return {
    preferences: `${publicUrl}/newsletter-preferences/${tokens.sign('newsletter', id, generation)}`,
    unsubscribe: `${publicUrl}/api/newsletter-preferences/${unsubscribe}`,
  };
}
