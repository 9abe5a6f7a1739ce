import { responseTexts } from '#messages/responses.ts';
import { defineApi } from '../operations/define-api.ts';
import { defineStep } from '../operations/define.ts';
import { type ContactMessage, sendContactMessage } from './contact-message.ts';

const contactOperations = {
  'contact:send': defineStep(
    'anyone',
    async (
      { deps: { pool, env }, caller: { language } },
      { honeypot, ...message }: Omit<ContactMessage, 'language'> & { honeypot: string },
    ) => {
      // only a bot fills this hidden field; nothing is sent, and it does not notice
      if (honeypot !== '') return;
      const recipient = { fallbackAddress: env.mailFrom, language: env.defaultLanguage };
      await sendContactMessage(pool, { ...message, language }, recipient);
    },
  ),
};

/** The contact page's message (api.md, Contact and newsletter). */
export const messageApi = defineApi(contactOperations, {
  sendContactMessage: {
    operation: 'contact:send',
    input: ({ body: { email, subject, message, honeypot = '' } }) => ({
      email,
      subject,
      message,
      honeypot,
    }),
    body: (_, { caller }) => ({ message: responseTexts.messageSent[caller.language] }),
  },
});
