import { toBerlinIso } from '#contract/berlin-time.ts';
import type { MailListDto, MailState } from '#contract/office/mail-queries.ts';

/** A mail of the outbox as selected by `mailColumns`. */
export interface MailListRow {
  id: number;
  created_at: Date;
  recipient: string;
  subject: string | null;
  kind: string;
  state: MailState;
  handled_at: Date | null;
}

/** The columns of a list; m is mail. */
export const mailColumns = `m.id, m.created_at, m.recipient, m.subject, m.kind, m.handled_at,
  case when m.sent_at is not null then 'sent' when m.dropped_at is not null then 'dropped'
    when m.bounced_at is not null then 'refused'
    when m.attempts > 0 and m.last_error is not null then 'failing' else 'waiting' end as state`;

/** A mail as the list shows it. */
export const toMailListDto = (row: MailListRow): MailListDto => ({
  id: row.id,
  createdAt: toBerlinIso(row.created_at),
  recipient: row.recipient,
  subject: row.subject,
  kind: row.kind,
  state: row.state,
  isHandled: row.handled_at !== null,
});
