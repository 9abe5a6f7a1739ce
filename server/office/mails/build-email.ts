import type { Language } from '#contract/language.ts';
import { mailKinds } from '../../mail-kinds.ts';
import type { Email, MailReferences } from '../../platform/mail/email.ts';
import type { SignedTokens } from '../../platform/security/signed-tokens.ts';
import type { Deps } from '../../deps.ts';

/** The columns of a mail that its writer needs. */
export interface WritableMail {
  id: number;
  kind: string;
  recipient: string;
  language: Language;
  facts: MailReferences;
}

/**
 * Composes the email of a mail as it would be sent now. `obsolete`: the reason for it is gone, so it would never go
 * out; `not-ready`: its writer fails, for example because a document is missing yet.
 */
export async function buildEmail(
  deps: Deps,
  mail: WritableMail,
  tokens: SignedTokens,
): Promise<Email | 'obsolete' | 'not-ready'> {
  const publicUrl = deps.publicUrl();
  try {
    const email = await mailKinds[mail.kind]?.(mail.facts, mail.language, {
      pool: deps.pool,
      tokens,
      publicUrl,
      recipient: mail.recipient,
      sender: deps.festival.sender(mail.language, publicUrl),
    });
    return email === undefined ? 'not-ready' : (email ?? 'obsolete');
  } catch (error) {
    deps.log.debug({ err: error, mailId: mail.id }, 'Could not compose a mail for its preview');
    return 'not-ready';
  }
}
