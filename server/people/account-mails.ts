import type { Pool, PoolClient } from 'pg';
import { RESET_TOKEN_MINUTES } from '#contract/constants.ts';
import { hashToken, randomToken } from '../platform/security/signed-tokens.ts';
import { randomUUID } from 'node:crypto';
import type { Language } from '#contract/language.ts';
import { queueMail } from '../platform/mail/queue-mail.ts';
import { accountMailTexts } from '#messages/account-mails.ts';
import { pickTexts } from '#messages/define-texts.ts';
import type { WriteEmail } from '../platform/mail/email.ts';

/** Lifetime in minutes; a verification link must survive a long weekend in a mailbox. */
const lifetimeMinutes = { reset: RESET_TOKEN_MINUTES, verify: 7 * 24 * 60 };

/**
 * Creates a token for a link in a mail to this address. Only its hash is stored; earlier tokens stay valid. Null
 * when the account has another address by now, so that the old one gets no access to the account.
 */
async function createOneTimeToken(
  pool: Pool,
  purpose: keyof typeof lifetimeMinutes,
  owner: { accountId: number; email: string },
): Promise<string | null> {
  const token = randomToken();
  const { rowCount } = await pool.query(
    `insert into one_time_token (token_hash, account_id, purpose, email, expires_at)
     select $1, id, $2, $5, now() + make_interval(mins => $3)
     from account where id = $4
       and (email_key = email_key($5) or $2 = 'verify' and pending_email_key = email_key($5))`,
    [hashToken(token), purpose, lifetimeMinutes[purpose], owner.accountId, owner.email],
  );
  return rowCount === 1 ? token : null;
}

/** Queues the verification mail to the account's pending address, or else to its own, unless that is verified. */
export async function queueVerificationMail(
  client: Pool | PoolClient,
  accountId: number,
): Promise<void> {
  const { rows } = await client.query<{ email: string; language: Language }>(
    `select coalesce(pending_email, email) as email, language from account
     where id = $1 and (pending_email is not null or email_verified_at is null)`,
    [accountId],
  );
  const account = rows[0];
  if (account === undefined) return;
  await queueMail(client, {
    kind: 'email-verification',
    recipient: account.email,
    language: account.language,
    facts: { accountId },
    eventKey: `email-verification-${randomUUID()}`,
  });
}

/**
 * Queues the mail with the reset link, to the stored address of the account. Without an account it is queued to the
 * typed address, and dropped when it is written: the steps are the same, so that response and time reveal nothing
 * (api.md, Accounts).
 */
export async function requestPasswordReset(
  client: Pool | PoolClient,
  email: string,
  language: Language,
): Promise<void> {
  const account = await findAccountByTypedEmail(client, email);
  await queueMail(client, {
    kind: 'password-reset',
    recipient: account?.email ?? email,
    language,
    facts: {},
    eventKey: `password-reset-${randomUUID()}`,
  });
}

interface TypedAccount {
  id: number;
  /** As it is stored. */
  email: string;
  name: string;
  is_verified: boolean;
}

/** The account of a typed address; undefined when there is none. */
async function findAccountByTypedEmail(
  client: Pool | PoolClient,
  typed: string,
): Promise<TypedAccount | undefined> {
  const { rows } = await client.query<TypedAccount>(
    `select id, email, first_name || ' ' || last_name as name,
       email_verified_at is not null as is_verified from account
     where email_key = email_key($1)`,
    [typed],
  );
  return rows[0];
}

/**
 * Kind `email-changed`, facts `changeId`: to the old address. Contains neither name nor new address, because both may
 * be anybody's text. Null when the change is undone or deleted.
 */
export const writeEmailChangedMail: WriteEmail = async (facts, language, context) => {
  const t = pickTexts(accountMailTexts, language);
  const url = await findUndoUrl(facts, context);
  if (url === null) return null;
  return {
    subject: t.emailChangedSubject,
    preheader: t.emailChangedPreheader,
    heading: t.emailChangedHeading,
    paragraphs: [t.plainGreeting, t.emailChangedText],
    button: { label: t.undoButton, url },
    smallPrint: [t.undoValidity, t.changedIgnore],
  };
};

/**
 * Kind `password-changed`: to the address that the account had before. With the fact `changeId`, to the old address of
 * that change, whose owner cannot choose a password before undoing it; null when it is undone or deleted.
 */
export const writePasswordChangedMail: WriteEmail = async (facts, language, context) => {
  const t = pickTexts(accountMailTexts, language);
  const subject = t.passwordChangedSubject;
  const heading = t.passwordChangedHeading;
  if (facts.changeId === undefined) {
    return {
      subject,
      preheader: t.passwordChangedPreheader,
      heading,
      paragraphs: [t.plainGreeting, t.passwordChangedText],
      button: { label: t.resetButton, url: `${context.publicUrl}/auth/login?forgot=yes` },
      smallPrint: [t.changedIgnore],
    };
  }
  const url = await findUndoUrl(facts, context);
  if (url === null) return null;
  return {
    subject,
    preheader: t.emailChangedPreheader,
    heading,
    paragraphs: [t.plainGreeting, t.earlierPasswordChangedText],
    button: { label: t.undoButton, url },
    smallPrint: [t.earlierUndoValidity, t.changedIgnore],
  };
};

/**
 * The link that undoes a change of address; null when it is undone or deleted, or the old address was never verified.
 */
async function findUndoUrl(
  { changeId }: Parameters<WriteEmail>[0],
  { pool, tokens, publicUrl }: Parameters<WriteEmail>[2],
): Promise<string | null> {
  const id = Number(changeId);
  const { rowCount } = await pool.query(
    `select from email_change where id = $1 and undone_at is null and old_verified_at is not null`,
    [id],
  );
  if (rowCount === 0) return null;
  return `${publicUrl}/auth/undo-email-change?token=${tokens.sign('undo-email-change', id)}`;
}

/** Kind `password-reset`, no facts. Null when no account has this address (api.md, Accounts). */
export const writePasswordResetMail: WriteEmail = async (_facts, language, context) => {
  const account = await findAccountByTypedEmail(context.pool, context.recipient);
  const token =
    account &&
    (await createOneTimeToken(context.pool, 'reset', { ...account, accountId: account.id }));
  if (account === undefined || !token) return null;
  const t = pickTexts(accountMailTexts, language);
  const query = new URLSearchParams({ email: account.email, token });
  return {
    subject: t.resetSubject,
    preheader: t.resetPreheader,
    heading: t.resetHeading,
    paragraphs: [
      account.is_verified ? t.greeting({ name: account.name }) : t.plainGreeting,
      t.resetText,
    ],
    button: {
      label: t.resetButton,
      url: `${context.publicUrl}/auth/reset-password?${query.toString()}`,
    },
    smallPrint: [t.resetValidity, t.resetIgnore],
  };
};

/**
 * Kind `email-verification`, facts `accountId`. The link opens a page of the site, which fetches the URL in its
 * query (api.md, Accounts). Null when the account is deleted or has another address by now.
 */
export const writeVerificationMail: WriteEmail = async (facts, language, context) => {
  const accountId = Number(facts.accountId);
  const owner = { accountId, email: context.recipient };
  const token = await createOneTimeToken(context.pool, 'verify', owner);
  if (token === null) return null;
  const t = pickTexts(accountMailTexts, language);
  const apiUrl = `${context.publicUrl}/api/email/verify/${accountId}/${token}`;
  return {
    subject: t.verifySubject,
    preheader: t.verifyPreheader,
    heading: t.verifyHeading,
    paragraphs: [t.plainGreeting, t.verifyText],
    button: {
      label: t.verifyButton,
      url: `${context.publicUrl}/verify-email?url=${encodeURIComponent(apiUrl)}`,
    },
    smallPrint: [t.verifyValidity, t.verifyIgnore],
  };
};
