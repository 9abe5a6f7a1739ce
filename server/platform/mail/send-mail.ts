import type { Pool } from 'pg';
import type { Language } from '#contract/language.ts';
import type { JobPayload, Task } from '../jobs/job-runner.ts';
import type { Logger } from '../log.ts';
import type { SignedTokens } from '../security/signed-tokens.ts';
import {
  renderEmailHtml,
  renderEmailText,
  type Email,
  type EmailSender,
  type MailReferences,
  type MailKinds,
} from './email.ts';
import {
  DeliveryError,
  type SendWithDocuments,
  type Message,
  type MailTransport,
} from './mail-transport.ts';
import { unsentMailSql } from './queue-mail.ts';

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
  facts: MailReferences;
  created_at: Date;
}

/** The task `send-mail` {mailId}. */
export function sendMailTask(deps: MailDeps): Task {
  return (payload: JobPayload) => sendMail(deps, Number(payload.mailId));
}

/**
 * Sends one queued mail and records it. A permanent failure is recorded in `bounced_at`; any other one is recorded and
 * thrown, so that the job retries. If the process dies between sending and recording, the mail is sent a second time
 * with the same Message-ID (product.md 12).
 */
export async function sendMail(deps: MailDeps, mailId: number): Promise<void> {
  const mail = await recordAttempt(deps.pool, mailId);
  if (mail === null) return;
  let subject: string | null = null;
  try {
    const sender = await deps.findSender(mail.language);
    const email = await writeEmail(deps, mail, sender);
    if (email === null) return await record(deps.pool, mailId, 'dropped_at = now()');
    subject = email.subject;
    const message = toMessage(deps, mail, email, sender);
    const { attachments = [] } = email;
    if (attachments.length === 0) await deps.transport.send(message, mailId);
    else await deps.sendWithDocuments(message, attachments, mailId);
  } catch (error) {
    return await recordFailure(deps, mail, { error, subject });
  }
  await record(deps.pool, mailId, 'sent_at = now()', subject);
}

/** Counts an attempt and returns the mail; null when there is nothing left to do. */
async function recordAttempt(pool: Pool, mailId: number): Promise<MailRow | null> {
  const { rows } = await pool.query<MailRow>(
    `update mail set attempts = attempts + 1
     where id = $1 and ${unsentMailSql}
     returning id, kind, recipient, language, facts, created_at`,
    [mailId],
  );
  return rows[0] ?? null;
}

async function writeEmail(
  deps: MailDeps,
  mail: MailRow,
  sender: EmailSender,
): Promise<Email | null> {
  const write = deps.kinds[mail.kind];
  if (write === undefined) throw new Error(`no writer for mails of the kind ${mail.kind}`);
  const { pool, tokens, publicUrl } = deps;
  return await write(mail.facts, mail.language, {
    pool,
    tokens,
    publicUrl,
    recipient: mail.recipient,
    sender,
  });
}

/** Renders an email as HTML document and as plain text, both complete. */
export function renderEmail(
  email: Email,
  options: { language: Language; sender: EmailSender },
): { html: string; text: string } {
  return {
    html: renderEmailHtml(email, options.sender, options.language),
    text: renderEmailText(email, options.sender),
  };
}

function toMessage(deps: MailDeps, mail: MailRow, email: Email, sender: EmailSender): Message {
  const { html, text } = renderEmail(email, { language: mail.language, sender });
  return {
    messageId: messageId(mail, deps.publicUrl),
    from: deps.from.includes('<') ? deps.from : { name: sender.name, address: deps.from },
    to: { name: '', address: mail.recipient },
    ...(email.replyTo === undefined ? {} : { replyTo: { name: '', address: email.replyTo } }),
    subject: email.subject,
    text,
    html,
    headers: {
      'Auto-Submitted': 'auto-generated',
      'Content-Language': mail.language,
      ...(email.listUnsubscribe === undefined
        ? {}
        : {
            'List-Unsubscribe': `<${email.listUnsubscribe}>`,
            'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
          }),
    },
  };
}

/** Makes an id that stays the same at every attempt; the time distinguishes mails of a new database. */
function messageId(mail: MailRow, publicUrl: string): string {
  const time = mail.created_at.getTime().toString(36);
  return `<mail.${mail.id}.${time}@${new URL(publicUrl).hostname}>`;
}

async function record(
  pool: Pool,
  mailId: number,
  what: 'sent_at = now()' | 'dropped_at = now()',
  subject: string | null = null,
): Promise<void> {
  await pool.query(
    `update mail set ${what}, last_error = null, subject = coalesce($2, subject) where id = $1`,
    [mailId, subject],
  );
}

/** Records the failure without the address, which servers repeat in their responses. */
async function recordFailure(
  deps: MailDeps,
  mail: MailRow,
  { error, subject }: { error: unknown; subject: string | null },
): Promise<void> {
  // the address may be in lower case, or its host in Punycode
  const reason = (error instanceof Error ? error.message : String(error)).replaceAll(
    /[^\s<>"'(),:;]+@[^\s<>"'(),:;]+/g,
    '[recipient]',
  );
  const isPermanent = error instanceof DeliveryError && error.isPermanent;
  await deps.pool.query(
    `update mail set last_error = $2, bounced_at = case when $3 then now() end,
       subject = coalesce($4, subject)
     where id = $1`,
    [mail.id, reason, isPermanent, subject],
  );
  if (!isPermanent) throw new Error(reason);
  deps.log.warn({ mailId: mail.id, kind: mail.kind, reason }, 'A mail was refused for good');
}
