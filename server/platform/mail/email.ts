import type { Pool } from 'pg';
import type { Language } from '#contract/language.ts';
import type { SignedTokens } from '../security/signed-tokens.ts';

/**
 * What a mail says, without its looks: `renderEmail` makes HTML and plain text of it. All texts are plain
 * text in the mail's language; the parts appear in the order of this list.
 */
export interface Email {
  subject: string;
  /** What mailboxes show beside the subject; one sentence that adds to it. */
  preheader: string;
  heading: string;
  paragraphs: string[];
  /** Somebody else's words, shown as such with their line breaks. */
  quote?: string;
  /** The one thing to do. Its address is printed below it, too. */
  button?: EmailLink;
  /** Things with a name and some lines, such as concerts. */
  sections?: EmailSection[];
  /** Label and value, one row each. */
  facts?: EmailFact[];
  links?: EmailLink[];
  /** Why this mail came, what the law wants said. */
  smallPrint?: string[];
  replyTo?: string;
  attachments?: EmailAttachment[];
  /** An address that ends the subscription by one POST (RFC 8058); only for mails one subscribes to. */
  listUnsubscribe?: string;
}

export interface EmailLink {
  label: string;
  /** Absolute. */
  url: string;
}

export interface EmailFact {
  label: string;
  value: string;
  /** The row that counts, such as the total. */
  strong?: boolean;
}

export interface EmailSection {
  heading: string;
  lines: string[];
  link?: EmailLink;
}

/** A document of an order's, by its id: its bytes are read where the mail is put together. */
export interface EmailAttachment {
  filename: string;
  contentType: string;
  documentId: number;
}

/** Who writes: head and foot of every mail, in the mail's language. */
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

/** What a mail is about, by ids, as it was queued. */
export type MailFacts = Record<string, number | string>;

/** What the writer of a letter may use. */
export interface MailContext {
  pool: Pool;
  tokens: SignedTokens;
  /** Origin of the site, without a slash at its end. */
  publicUrl: string;
  /** Address the mail goes to. */
  recipient: string;
  /** Address of the association. */
  sender: EmailSender;
}

/**
 * Writes the letter of one kind of mail, anew at each attempt to send it. Null when it has lost its reason
 * (the subscription has ended, the account is gone): then nothing is sent.
 */
export type WriteEmail = (
  facts: MailFacts,
  language: Language,
  context: MailContext,
) => Promise<Email | null>;

/** The writer of each kind of mail, by `mail.kind`. */
export type MailKinds = Record<string, WriteEmail>;
