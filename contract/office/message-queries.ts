// Data for the screens of messages (office.md 8.3).
import type { ListPage, Paging } from './lists.ts';

/** Limits of a reply, in characters. */
export const MAX_REPLY_SUBJECT_LENGTH = 200;
/** The browser sends the end of a line as two characters. */
export const MAX_REPLY_LENGTH = 20_000;

/** States of a message (office.md 8.3). */
export const messageStates = ['new', 'answered', 'done'] as const;

export type MessageState = (typeof messageStates)[number];

/** A message of the list. */
export interface MessageListDto {
  id: number;
  /** ISO 8601. */
  createdAt: string;
  email: string;
  subject: string;
  state: MessageState;
}

/** A message with its replies. Texts of strangers are shown as text. */
export interface MessageDto extends MessageListDto {
  text: string;
  replies: { id: number; createdAt: string; by: string | null; subject: string; text: string }[];
  /** The writer's orders, latest first. */
  orders: { orderNo: string; createdAt: string }[];
}

/** The queries of this feature. */
export type MessageQueries = {
  'message:list': { input: Paging & { state: string }; output: ListPage<MessageListDto> };
  'message:get': { input: { id: string }; output: MessageDto };
};
