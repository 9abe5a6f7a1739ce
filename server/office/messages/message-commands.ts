import { changeMessageState } from './change-message-state.ts';
import { deleteMessage } from './delete-message.ts';
import { replyToMessage } from './reply-to-message.ts';

/** The commands of messages (office.md 8.3). */
export const messageCommands = {
  'message:reply': replyToMessage,
  'message:state': changeMessageState,
  'message:delete': deleteMessage,
};
