import { responseTexts } from '#messages/responses.ts';
import { defineApi } from '../operations/define-api.ts';
import { contactOperations } from './contact-message.ts';
/** The contact page's message (api.md, Contact and newsletter). */
export const messageApi = defineApi(contactOperations, {
  sendContactMessage: {
    operation: 'contact:send',
    body: (_, { caller }) => ({ message: responseTexts.messageSent[caller.language] }),
  },
});
