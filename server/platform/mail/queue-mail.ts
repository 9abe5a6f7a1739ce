import type { QueryConfig } from 'pg';
import type { Language } from '#contract/language.ts';

/** A mail to be written: what it is about is named by ids, never by tokens (api.md, Conventions). */
export interface QueuedMail {
  kind: string;
  recipient: string;
  language: Language;
  facts: Record<string, number | string>;
  /** One mail per event: a second one under the same key is not written. */
  eventKey: string;
  /** Goes before all other jobs that wait. */
  isUrgent?: boolean;
}

/** Anything that runs one statement: a pool, or a client inside a transaction. */
export interface Querying {
  query(statement: QueryConfig): Promise<unknown>;
}

/**
 * Writes a mail into the outbox together with the job that sends it; inside a transaction both appear
 * with its commit. Sent at least once, with a stable Message-ID (clarifications.md, Selling).
 */
export async function queueMail(client: Querying, mail: QueuedMail): Promise<void> {
  await client.query({
    name: 'queue_mail',
    text: `with written as (
       insert into mail (kind, recipient, language, facts, event_key) values ($1, $2, $3, $4, $5)
       on conflict (event_key) do nothing returning id
     )
     select graphile_worker.add_job('send-mail', json_build_object('mailId', id),
       job_key => 'mail-' || id, max_attempts => 25, priority => $6) from written`,
    values: [
      mail.kind,
      mail.recipient,
      mail.language,
      JSON.stringify(mail.facts),
      mail.eventKey,
      mail.isUrgent === true ? -1 : 0,
    ],
  });
}
