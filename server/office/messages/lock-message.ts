import type { PoolClient } from 'pg';
import type { Language } from '#contract/language.ts';
import type { MessageState } from '#contract/office/message-queries.ts';
import { Problem } from '../../platform/problem.ts';

interface LockedMessage {
  id: number;
  email: string;
  language: Language;
  state: MessageState;
}

/** Locks a message, so that two people do not change it at once; 404 for an unknown one. */
export async function lockMessage(client: PoolClient, id: number): Promise<LockedMessage> {
  const { rows } = await client.query<LockedMessage>(
    `select id::integer, email, language, state from contact_message where id = $1 for update`,
    [id],
  );
  const [message] = rows;
  if (message === undefined) throw new Problem('not_found');
  return message;
}
