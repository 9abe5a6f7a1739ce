import type { Pool } from 'pg';
import type { Language } from '#contract/language.ts';
import type { SignedTokens } from '../security/signed-tokens.ts';

/**
 * The content of an email; `renderEmail` makes HTML and plain text of it. All texts are plain text in the mail's
 * language; the parts appear in the sequence of this list.
 */
export interface Email {
  subject: string;
  /** The preview that mailboxes show beside the subject; one sentence that adds to it. */
  preheader: string;
  heading: string;
  paragraphs: string[];
  /** A quoted text, with its line breaks. */
  quote?: string;
  /** The one action. Its address also appears below it. */
  button?: EmailLink;
  /** Blocks with a heading and some lines, such as concerts. */
  sections?: EmailSection[];
  /** Label and value, one row each. */
  facts?: EmailFact[];
  links?: EmailLink[];
  /** The reason for this mail, and what the law requires. */
  smallPrint?: string[];
  replyTo?: string;
  attachments?: EmailAttachment[];
  /** An address that ends the subscription by one POST (RFC 8058); only for subscriptions. */
  listUnsubscribe?: string;
}

/** A text for a header of a mail, which must be one line: line breaks and control characters become spaces. */
export const toHeaderText = (text: string): string =>
  text.replaceAll(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim();

export interface EmailLink {
  label: string;
  /** Absolute. */
  url: string;
}

export interface EmailFact {
  label: string;
  value: string;
  /** The important row, such as the total. */
  isStrong?: boolean;
}

export interface EmailSection {
  heading: string;
  lines: string[];
  link?: EmailLink;
}

/** A document of an order by its id; its bytes are read when the mail is sent. */
export interface EmailAttachment {
  filename: string;
  contentType: string;
  documentId: number;
}

/** The sender, for head and foot of every mail, in the mail's language. */
export interface EmailSender {
  /** Wordmark at the top. */
  name: string;
  tagline: string;
  /** Name and postal address, for the foot. */
  addressLines: string[];
  email: string;
  /** The site's home page. */
  siteUrl: string;
}

/** The ids of the rows a mail is about, as it was queued. */
export type MailReferences = Record<string, number | string>;

/** The dependencies of a function that composes an email. */
export interface MailContext {
  pool: Pool;
  tokens: SignedTokens;
  /** Origin of the site, without a slash at its end. */
  publicUrl: string;
  /** Address of the recipient. */
  recipient: string;
  /** The association, as the sender. */
  sender: EmailSender;
}

/**
 * Writes the email of one kind of mail, again at each attempt to send it. Null when the reason for it is gone
 * (the subscription has ended, the account is deleted): then nothing is sent.
 */
export type WriteEmail = (
  facts: MailReferences,
  language: Language,
  context: MailContext,
) => Promise<Email | null>;

/** The writer of each kind of mail, by `mail.kind`. */
export type MailKinds = Record<string, WriteEmail>;
