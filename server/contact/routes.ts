import type { Pool } from 'pg';
import { responseTexts } from '#messages/responses.ts';
import type { Mount } from '../platform/http/mount.ts';
import { type ContactRecipient, sendContactMessage } from './send-contact-message.ts';

export interface ContactDeps {
  pool: Pool;
  recipient: ContactRecipient;
}

/** The contact page's message (api.md, Contact and newsletter). */
export function mountContact(mount: Mount, deps: ContactDeps): void {
  mount('sendContactMessage', async ({ body, language }) => {
    const answer = { message: responseTexts.messageSent[language] };
    // a field no person sees was filled: a machine, which shall not learn that it was noticed
    if ((body.honeypot ?? '') !== '') return answer;
    const { email, subject, message } = body;
    await sendContactMessage(deps.pool, { email, subject, message, language }, deps.recipient);
    return answer;
  });
}
