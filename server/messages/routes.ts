import type { Pool } from 'pg';
import { responseTexts } from '#messages/responses.ts';
import type { Mount } from '../platform/http/mount.ts';
import { type ContactRecipient, sendContactMessage } from './send-contact-message.ts';

/** The dependencies of the contact endpoint. */
export interface ContactDeps {
  pool: Pool;
  recipient: ContactRecipient;
}

/** The contact page's message (api.md, Contact and newsletter). */
export function mountContact(mount: Mount, deps: ContactDeps): void {
  mount('sendContactMessage', async ({ body, language }) => {
    const response = { message: responseTexts.messageSent[language] };
    // only a bot fills this hidden field; respond as usual, so that it does not notice
    if ((body.honeypot ?? '') !== '') return response;
    const { email, subject, message } = body;
    await sendContactMessage(deps.pool, { email, subject, message, language }, deps.recipient);
    return response;
  });
}
