// Data for the screens of the outbox (office.md 8.4). Moments are ISO 8601.
import type { Language } from '../language.ts';
import type { ListPage, Paging } from './lists.ts';

/** States of a mail in the outbox (office.md 8.4). */
export const mailStates = ['waiting', 'failing', 'sent', 'refused', 'dropped'] as const;
export type MailState = (typeof mailStates)[number];

/** Filters of the outbox as the address has them; '' or undefined: all. */
export interface MailFilters {
  q?: string | undefined;
  state?: string | undefined;
  kind?: string | undefined;
}

/** A row of the outbox. */
export interface MailListDto {
  id: number;
  createdAt: string;
  recipient: string;
  /** Null until the first attempt. */
  subject: string | null;
  kind: string;
  state: MailState;
  /** Whether somebody has dealt with a refused mail. */
  isHandled: boolean;
}

/** A mail with everything that its page shows. */
export interface MailPage extends MailListDto {
  language: Language;
  attempts: number;
  sentAt: string | null;
  /** The mail server's own message. */
  lastError: string | null;
  nextTryAt: string | null;
  /** Number of the order of this mail. */
  orderNo: string | null;
  /** Identifies its recipient in addresses; null for mails to staff and the association. */
  personKey: string | null;
  /** The mail as it would be sent now; null for a personal one, and for one that would not be sent now. */
  preview: { html: string; text: string } | null;
  /** Whether the reason for it is gone, so that a copy would not go out either. */
  isObsolete: boolean;
  /** Whether it carries a link for its recipient only, so that nobody else may see it. */
  isPersonal: boolean;
  /** Whether it is never sent to another address. */
  isForRecipientOnly: boolean;
}

/** The queries of this feature. */
export type MailQueries = {
  'mail:list': {
    input: MailFilters & Paging;
    output: ListPage<MailListDto> & { kinds: string[]; hasOpenRefusals: boolean };
  };
  'mail:page': { input: { id: number }; output: MailPage };
};
