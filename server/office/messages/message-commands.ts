import type { CommandTable } from '../command.ts';
import { deleteMessage } from './delete-message.ts';
import { replyToMessage } from './reply-to-message.ts';
import { setMessageState } from './set-message-state.ts';

/** The commands of messages (office.md 8.3). */
export const messageCommands = {
  'message:reply': replyToMessage,
  'message:state': setMessageState,
  'message:delete': deleteMessage,
} satisfies CommandTable;
