import type { Pool } from 'pg';
import type { Language } from '#contract/language.ts';
import type { JobPayload, Task } from '../jobs/job-runner.ts';
import type { Logger } from '../log.ts';
import type { SignedTokens } from '../security/signed-tokens.ts';
import { emailHtml } from './email-html.ts';
import { emailText } from './email-text.ts';
import type { Email, EmailSender, MailFacts, MailKinds } from './email.ts';
import {
  type SendWithDocuments,
  DeliveryError,
  type Message,
  type MailTransport,
} from './mail-transport.ts';

/** What sending mails works with. */
export interface MailDeps {
  pool: Pool;
  log: Logger;
  tokens: SignedTokens;
  publicUrl: string;
  /** MAIL_FROM: an address, or a name with one in angle brackets. */
  from: string;
  kinds: MailKinds;
  findSender: (language: Language) => Promise<EmailSender>;
  transport: MailTransport;
  /** For mails with documents. */
  sendWithDocuments: SendWithDocuments;
}

interface MailRow {
  id: number;
  kind: string;
  recipient: string;
  language: Language;
  facts: MailFacts;
  created_at: Date;
}

/** The task `send-mail` {mailId}. */
export function sendMailTask(tools: MailDeps): Task {
  return (payload: JobPayload) => sendMail(tools, Number(payload.mailId));
}

/**
 * Sends one queued mail and records it. Refused for good: recorded in `bounced_at`. Any other failure is
 * recorded and thrown, so that the job tries again. A process that dies between handing over and recording
 * sends the mail a second time, under the same Message-ID (clarifications.md, Selling).
 */
export async function sendMail(tools: MailDeps, mailId: number): Promise<void> {
  const mail = await beginAttempt(tools.pool, mailId);
  if (mail === null) return;
  try {
    const sender = await tools.findSender(mail.language);
    const letter = await writeLetter(tools, mail, sender);
    if (letter === null) return await record(tools.pool, mailId, 'dropped_at = now()');
    const message = toMessage(tools, mail, letter, sender);
    const { attachments = [] } = letter;
    if (attachments.length === 0) await tools.transport.send(message, mailId);
    else await tools.sendWithDocuments(message, attachments, mailId);
  } catch (error) {
    return await recordFailure(tools, mail, error);
  }
  await record(tools.pool, mailId, 'sent_at = now()');
}

/** The mail, counted as tried once more; null when there is nothing left to do. */
async function beginAttempt(pool: Pool, mailId: number): Promise<MailRow | null> {
  const { rows } = await pool.query<MailRow>(
    `update mail set attempts = attempts + 1
     where id = $1 and sent_at is null and bounced_at is null and dropped_at is null
     returning id, kind, recipient, language, facts, created_at`,
    [mailId],
  );
  return rows[0] ?? null;
}

async function writeLetter(
  tools: MailDeps,
  mail: MailRow,
  sender: EmailSender,
): Promise<Email | null> {
  const write = tools.kinds[mail.kind];
  if (write === undefined) throw new Error(`nobody writes mails of the kind ${mail.kind}`);
  const { pool, tokens, publicUrl } = tools;
  return await write(mail.facts, mail.language, {
    pool,
    tokens,
    publicUrl,
    recipient: mail.recipient,
    sender,
  });
}

/** A letter as HTML document and as plain text, both complete. */
export function renderEmail(
  letter: Email,
  options: { language: Language; sender: EmailSender },
): { html: string; text: string } {
  return {
    html: emailHtml(letter, options.sender, options.language),
    text: emailText(letter, options.sender),
  };
}

function toMessage(tools: MailDeps, mail: MailRow, letter: Email, sender: EmailSender): Message {
  const { html, text } = renderEmail(letter, { language: mail.language, sender });
  return {
    messageId: messageId(mail, tools.publicUrl),
    from: tools.from.includes('<') ? tools.from : { name: sender.name, address: tools.from },
    to: { name: '', address: mail.recipient },
    ...(letter.replyTo === undefined ? {} : { replyTo: { name: '', address: letter.replyTo } }),
    subject: letter.subject,
    text,
    html,
    headers: {
      'Auto-Submitted': 'auto-generated',
      'Content-Language': mail.language,
      ...(letter.listUnsubscribe === undefined
        ? {}
        : {
            'List-Unsubscribe': `<${letter.listUnsubscribe}>`,
            'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
          }),
    },
  };
}

/** The same at every attempt; the time keeps apart mails of a database that was begun anew. */
function messageId(mail: MailRow, publicUrl: string): string {
  const time = mail.created_at.getTime().toString(36);
  return `<mail.${mail.id}.${time}@${new URL(publicUrl).hostname}>`;
}

async function record(
  pool: Pool,
  mailId: number,
  what: 'sent_at = now()' | 'dropped_at = now()',
): Promise<void> {
  await pool.query(`update mail set ${what}, last_error = null where id = $1`, [mailId]);
}

/** Servers repeat the address in their answers; it stays out of the log and of the job's record. */
async function recordFailure(tools: MailDeps, mail: MailRow, error: unknown): Promise<void> {
  // servers repeat the address, also in small letters or with its host in Punycode
  const reason = (error instanceof Error ? error.message : String(error)).replaceAll(
    /[^\s<>"'(),:;]+@[^\s<>"'(),:;]+/g,
    '[recipient]',
  );
  const permanent = error instanceof DeliveryError && error.permanent;
  await tools.pool.query(
    `update mail set last_error = $2, bounced_at = case when $3 then now() end where id = $1`,
    [mail.id, reason, permanent],
  );
  if (!permanent) throw new Error(reason);
  tools.log.warn({ mail: mail.id, kind: mail.kind, reason }, 'A mail was refused for good');
}
