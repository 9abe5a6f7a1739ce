import { toBerlinIso } from '#contract/berlin-time.ts';
import type { Language } from '#contract/language.ts';
import type { MailPage } from '#contract/office/mail-queries.ts';
import { mailKinds } from '../../jobs.ts';
import type { MailReferences } from '../../platform/mail/email.ts';
import { renderEmail } from '../../platform/mail/send-mail.ts';
import { unknownThing } from '../office-problem.ts';
import { toPersonKey } from '../people/person-key.ts';
import type { QueryContext } from '../query.ts';
import { toPreviewHtml } from './to-preview-html.ts';
import { mailColumns, type MailListRow, toMailRow } from './mail-rows.ts';

/** Kinds whose preview reveals and changes nothing; others carry one-time links (office.md 13.3). */
const previewedKinds = [
  'order-confirmation',
  'order-refunded',
  'order-cancelled',
  'ticket-reissued',
  'contact-message',
  'contact-reply',
  'holder-message',
  'concert-cancelled',
  'concert-changed',
  'concert-postponed',
  'office-alarm',
  'daily-programme',
  'password-changed',
  'staff-locked',
  'staff-credentials',
];

/** Whether a mail may be shown; one about an earlier address carries the link that undoes its change. */
const isPreviewed = ({ kind, facts }: Pick<Row, 'kind' | 'facts'>): boolean =>
  previewedKinds.includes(kind) && !(kind === 'password-changed' && 'changeId' in facts);

type Row = MailListRow & {
  language: Language;
  facts: MailReferences;
  attempts: number;
  sent_at: Date | null;
  last_error: string | null;
  next_try_at: Date | null;
  order_no: string | null;
};

/** A mail with its preview (office.md 8.4). Throws 404 for an unknown id. */
export async function getMail({ deps }: QueryContext, { id }: { id: number }): Promise<MailPage> {
  const { rows } = await deps.pool.query<Row>(
    `select ${mailColumns}, m.language, m.facts, m.attempts, m.sent_at, m.last_error,
       (select j.run_at from graphile_worker._private_jobs j where j.key = 'mail-' || m.id) as next_try_at,
       coalesce((select o.order_no from orders o where o.id = (m.facts->>'orderId')::bigint),
         (select o.order_no from orders o where o.checkout_id = (m.facts->>'checkoutId')::bigint)) as order_no
     from mail m where m.id = $1`,
    [id],
  );
  const row = rows[0];
  if (row === undefined) throw unknownThing();
  const preview = await previewMail(deps, row);
  return {
    ...toMailRow(row),
    subject: row.subject ?? preview?.subject ?? null,
    language: row.language,
    attempts: row.attempts,
    sentAt: toBerlinIso(row.sent_at),
    lastError: row.last_error,
    nextTryAt:
      row.state === 'waiting' || row.state === 'failing' ? toBerlinIso(row.next_try_at) : null,
    orderNo: row.order_no,
    personKey: isToStaff(row.kind) ? null : toPersonKey(deps.tokens, row.recipient),
    preview,
    isPersonal: !isPreviewed(row),
  };
}

/** Staff and the association are no people of office.md 8.1. */
const isToStaff = (kind: string): boolean =>
  kind.startsWith('staff-') || kind === 'office-alarm' || kind === 'contact-message';

/** The mail as it would be sent now, without its tokens; null when its kind has no preview or nothing to say. */
async function previewMail(
  deps: QueryContext['deps'],
  row: Row,
): Promise<{ html: string; text: string; subject: string } | null> {
  const write = isPreviewed(row) ? mailKinds[row.kind] : undefined;
  if (write === undefined) return null;
  const publicUrl = deps.publicUrl();
  const sender = deps.festival.sender(row.language, publicUrl);
  try {
    const email = await write(row.facts, row.language, {
      pool: deps.pool,
      tokens: { ...deps.tokens, sign: () => '…' },
      publicUrl,
      recipient: row.recipient,
      sender,
    });
    if (email === null) return null;
    const { html, text } = renderEmail(email, { language: row.language, sender });
    return { html: toPreviewHtml(html), text, subject: email.subject };
  } catch (error) {
    // the subject of the mail is gone, or not ready
    deps.log.debug({ err: error, mailId: row.id }, 'A mail has no preview');
    return null;
  }
}
