import { createTransport, type SendMailOptions } from 'nodemailer';
import MailComposer from 'nodemailer/lib/mail-composer';
import type { Pool } from 'pg';
import type { EmailAttachment } from './email.ts';

/** A mail ready to go. */
export type Message = SendMailOptions & { subject: string; messageId: string };

/** Sends mails to the SMTP server, or stores them for `/dev/mail`. */
export interface MailTransport {
  /** Throws DeliveryError if the server did not accept it. */
  send(message: Message, mailId: number): Promise<void>;
  close(): void;
}

/** Sends a mail with these documents. Throws DeliveryError, or another error if a document is missing. */
export type SendWithDocuments = (
  message: Message,
  attachments: EmailAttachment[],
  mailId: number,
) => Promise<void>;

/** Why a mail was not sent. */
export class DeliveryError extends Error {
  override name = 'DeliveryError';
  /** The server refuses this recipient or this message for good: a retry is of no use. */
  readonly isPermanent: boolean;

  constructor(message: string, options: { isPermanent: boolean; cause?: unknown }) {
    super(message, { cause: options.cause });
    this.isPermanent = options.isPermanent;
  }
}

const CONNECT_TIMEOUT_MS = 10_000;
const MAX_SILENCE_MS = 30_000;
/** Limit of a whole delivery: a server that sends a line now and then is never silent, and never done. */
const MAX_DELIVERY_MS = 60_000;
const MAX_CONNECTIONS = 3;

/** Sends mails to the server of SMTP_URL; a delivery may take up to `maxDeliveryMs`. */
export function createSmtpTransport(
  smtpUrl: string,
  maxDeliveryMs = MAX_DELIVERY_MS,
): MailTransport {
  const transport = createTransport({
    url: smtpUrl,
    pool: true,
    maxConnections: MAX_CONNECTIONS,
    connectionTimeout: CONNECT_TIMEOUT_MS,
    greetingTimeout: CONNECT_TIMEOUT_MS,
    socketTimeout: MAX_SILENCE_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    async send(message) {
      const signal = AbortSignal.timeout(maxDeliveryMs);
      try {
        await transport.sendMail({ ...message, signal });
      } catch (cause) {
        if (!signal.aborted) throw toDeliveryError(cause);
        const reason = `not delivered within ${maxDeliveryMs / 1000} s`;
        throw new DeliveryError(reason, { isPermanent: false, cause });
      }
    },
    close: () => transport.close(),
  };
}

/** Stores mails in the database, for `/dev/mail`; never in production. */
export function createStoringTransport(pool: Pool): MailTransport {
  return {
    async send(message, mailId) {
      const composer = new MailComposer({
        ...message,
        disableFileAccess: true,
        disableUrlAccess: true,
      });
      await pool.query(
        `insert into kept_mail (mail_id, subject, raw) values ($1, $2, $3)
         on conflict (mail_id) do update
         set subject = excluded.subject, raw = excluded.raw, kept_at = now()`,
        [mailId, message.subject, await composer.compile().build()],
      );
    },
    close: () => undefined,
  };
}

/** Sends to the server of SMTP_URL; without one, stores the mails. */
export function createMailTransport(pool: Pool, smtpUrl: string | undefined): MailTransport {
  return smtpUrl === undefined ? createStoringTransport(pool) : createSmtpTransport(smtpUrl);
}

/** Opens a transport with the first mail and closes it after `idleMs` without one. */
export function createLazyTransport(open: () => MailTransport, idleMs: number): MailTransport {
  let transport: MailTransport | undefined;
  let inProgress = 0;
  let idle: NodeJS.Timeout | undefined;
  const close = (): void => {
    transport?.close();
    transport = undefined;
  };
  return {
    async send(message, mailId) {
      clearTimeout(idle);
      inProgress++;
      transport ??= open();
      try {
        await transport.send(message, mailId);
      } finally {
        if (--inProgress === 0) idle = setTimeout(close, idleMs);
      }
    },
    close,
  };
}

/** What servers say of this recipient or this message; 5.1.7 and 5.1.8 are about the sender. */
const PERMANENT_STATUS = /^5\.(?:1\.(?![78]$)\d+|2\.[12]|6\.\d+)$/;

/**
 * Only what is about this recipient or this message is permanent. A problem of the sender, the password, the relay or a
 * daily limit is for the operator to fix, and the mails wait until then.
 */
function toDeliveryError(error: unknown): DeliveryError {
  const { message, command } = error as { message: string; command?: string };
  return new DeliveryError(message, {
    isPermanent: command === 'API' || isAboutThisMail(error as SmtpError),
    cause: error,
  });
}

interface SmtpError {
  response?: string;
  responseCode?: number;
  command?: string;
}

/** Judges by the enhanced status code of RFC 3463; a bare code tells only at the recipient, or of the size. */
function isAboutThisMail({ response = '', responseCode = 0, command }: SmtpError): boolean {
  const status = /^\d{3}[ -](\d\.\d{1,3}\.\d{1,3})\b/.exec(response)?.[1];
  if (responseCode === 552 && (status === undefined ? command === 'DATA' : status === '5.3.4')) {
    return true;
  }
  if (responseCode < 500 || (command !== 'RCPT TO' && command !== 'DATA')) return false;
  if (status !== undefined) return PERMANENT_STATUS.test(status);
  return (
    command === 'RCPT TO' && [550, 551, 553].includes(responseCode) && !/relay/i.test(response)
  );
}
