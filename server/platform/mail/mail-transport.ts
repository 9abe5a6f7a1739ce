import { createTransport, type SendMailOptions } from 'nodemailer';
import MailComposer from 'nodemailer/lib/mail-composer';
import type { Pool } from 'pg';
import type { LetterAttachment } from './email.ts';

/** A mail ready to go. */
export type Message = SendMailOptions & { subject: string; messageId: string };

/** Brings mails to the SMTP server, or keeps them for `/dev/mail`. */
export interface Postman {
  /** Throws DeliveryError if it did not arrive there. */
  deliver(message: Message, mailId: number): Promise<void>;
  close(): void;
}

/** Delivers a mail with these documents in it. Throws DeliveryError, or any other where a document is missing. */
export type DeliverWithDocuments = (
  message: Message,
  attachments: LetterAttachment[],
  mailId: number,
) => Promise<void>;

/** Why a mail did not go out. */
export class DeliveryError extends Error {
  override name = 'DeliveryError';
  /** The server refused this recipient or this message for good; trying again is of no use. */
  readonly permanent: boolean;

  constructor(message: string, options: { permanent: boolean; cause?: unknown }) {
    super(message, { cause: options.cause });
    this.permanent = options.permanent;
  }
}

/** In ms. */
const connectLimit = 10_000;
const silenceLimit = 30_000;
const maxConnections = 3;

/** A postman that hands mails to the server of SMTP_URL. */
export function openSmtp(smtpUrl: string): Postman {
  const transport = createTransport({
    url: smtpUrl,
    pool: true,
    maxConnections,
    connectionTimeout: connectLimit,
    greetingTimeout: connectLimit,
    socketTimeout: silenceLimit,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    async deliver(message) {
      try {
        await transport.sendMail(message);
      } catch (error) {
        throw toDeliveryError(error);
      }
    },
    close: () => transport.close(),
  };
}

/** A postman that keeps the mails in the database, for `/dev/mail`; never in production. */
export function keepMails(pool: Pool): Postman {
  return {
    async deliver(message, mailId) {
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

/** The server of SMTP_URL; without one, mails are kept. */
export function openPostman(pool: Pool, smtpUrl: string | undefined): Postman {
  return smtpUrl === undefined ? keepMails(pool) : openSmtp(smtpUrl);
}

/** A postman that comes with the first mail and goes when there was none for so many ms. */
export function openWhenNeeded(open: () => Postman, idleMs: number): Postman {
  let postman: Postman | undefined;
  let underway = 0;
  let idle: NodeJS.Timeout | undefined;
  const close = (): void => {
    postman?.close();
    postman = undefined;
  };
  return {
    async deliver(message, mailId) {
      clearTimeout(idle);
      underway++;
      postman ??= open();
      try {
        await postman.deliver(message, mailId);
      } finally {
        if (--underway === 0) idle = setTimeout(close, idleMs);
      }
    },
    close,
  };
}

/**
 * A refusal with 5xx of the recipient or of the text is final. One of the sender or of our password is
 * not: the operator can mend it, and the mails wait for that.
 */
function toDeliveryError(error: unknown): DeliveryError {
  const { message, responseCode, command } = error as {
    message: string;
    responseCode?: number;
    command?: string;
  };
  const refused = responseCode !== undefined && responseCode >= 500;
  const malformed = command === 'API';
  return new DeliveryError(message, {
    permanent: malformed || (refused && (command === 'RCPT TO' || command === 'DATA')),
    cause: error,
  });
}
