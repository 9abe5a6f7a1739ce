import { createHash } from 'node:crypto';
import type { Pool, PoolClient } from 'pg';
import { commandRules, type CommandName } from '#contract/office/commands.ts';
import { decrypt, encrypt } from '../platform/security/encrypt.ts';
import type { SignedTokens } from '../platform/security/signed-tokens.ts';
import type { Actor } from './actor.ts';

/** How long a second submission gets a secret output: a double click, not a page left open (decision 40). */
export const SECRET_OUTPUT_SECONDS = 60;

/** A form that was sent; a second one with the same text has the same key. */
export interface Submission {
  key: Buffer;
  /** Encrypts an output that holds a secret. It needs the form's text, which is not stored. */
  secretKey: Buffer | null;
}

type Output = Record<string, unknown>;

/** Identifies a submission by command, person and the form's text, which contains the form's random token. */
export function createSubmission(
  tokens: SignedTokens,
  { name, actor, form }: { name: CommandName; actor: Actor; form: string },
  hasSecretOutput: boolean,
): Submission {
  // the first submission signs in, so a second one may come from the person or from nobody yet
  const person = commandRules[name].roles === 'signed-out' ? '' : (actor.id ?? '');
  const text = `${name}\n${person}\n${form}`;
  // hashed, because a passkey's response is longer than the text that deriveKey accepts
  const secret = sha256(`secret\n${text}`).toString('hex');
  return {
    key: sha256(text),
    secretKey: hasSecretOutput ? tokens.deriveKey(`office submission ${secret}`) : null,
  };
}

const sha256 = (text: string): Buffer => createHash('sha256').update(text).digest();

/** The output of an earlier submission, while it may be repeated; null without one. */
export async function findSubmissionOutput(
  client: Pool | PoolClient,
  { key, secretKey }: Submission,
): Promise<Output | null> {
  const { rows } = await client.query<{ output: Output; is_recent: boolean }>(
    `select output, created_at > now() - make_interval(secs => $2) as is_recent
     from office_submission where key = $1`,
    [key, SECRET_OUTPUT_SECONDS],
  );
  const [row] = rows;
  if (row === undefined || secretKey === null) return row?.output ?? null;
  const { encrypted } = row.output;
  if (!row.is_recent || typeof encrypted !== 'string') return null;
  const text = decrypt(secretKey, Buffer.from(encrypted, 'base64'));
  return text === null ? null : (JSON.parse(text) as Output);
}

/** The output of an earlier submission; null for the first one. Waits for one in progress. */
export async function claimSubmission(
  client: PoolClient,
  submission: Submission,
): Promise<Output | null> {
  const { rowCount } = await client.query(
    `insert into office_submission (key) values ($1) on conflict (key) do nothing`,
    [submission.key],
  );
  return rowCount === 1 ? null : await findSubmissionOutput(client, submission);
}

/** Stores the output of a submission for a second one. */
export async function storeOutput(
  client: PoolClient,
  { key, secretKey }: Submission,
  output: Output,
): Promise<void> {
  const text = JSON.stringify(output);
  const stored =
    secretKey === null
      ? text
      : JSON.stringify({ encrypted: encrypt(secretKey, text).toString('base64') });
  await client.query(
    `update office_submission set output = $2, created_at = now() where key = $1`,
    [key, stored],
  );
}
