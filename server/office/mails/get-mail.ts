import { toBerlinIso } from '#contract/berlin-time.ts';
import type { MailPage } from '#contract/office/mail-queries.ts';
import { renderEmail } from '../../platform/mail/send-mail.ts';
import { toPersonKey } from '../people/person-key.ts';
import type { Context } from '../../operations/define.ts';
import { toPreviewHtml } from './to-preview-html.ts';
import { isForRecipientOnly } from './resend-mail.ts';
import { mailColumns, type MailListRow, toMailListDto } from './mail-rows.ts';
import { buildEmail, type WritableMail } from './build-email.ts';
import { Problem } from '../../platform/problem.ts';

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

/** Kinds whose writers store a new one-time token, so that opening a page never runs them. */
const tokenKinds = new Set(['email-verification', 'password-reset']);

/** Whether a mail may be shown; one about an earlier address carries the link that undoes its change. */
const isPreviewed = ({ kind, facts }: Pick<Row, 'kind' | 'facts'>): boolean =>
  previewedKinds.includes(kind) && !(kind === 'password-changed' && 'changeId' in facts);

type Row = MailListRow &
  WritableMail & {
    attempts: number;
    sent_at: Date | null;
    last_error: string | null;
    next_try_at: Date | null;
    order_no: string | null;
  };

/** A mail with its preview (office.md 8.4). Throws 404 for an unknown id. */
export async function getMail({ deps }: Context, { id }: { id: number }): Promise<MailPage> {
  const { rows } = await deps.pool.query<Row>(
    `select ${mailColumns}, m.language, m.facts, m.attempts, m.sent_at, m.last_error,
       (select j.run_at from graphile_worker._private_jobs j where j.key = 'mail-' || m.id) as next_try_at,
       coalesce((select o.order_no from orders o where o.id = (m.facts->>'orderId')::bigint),
         (select o.order_no from orders o where o.checkout_id = (m.facts->>'checkoutId')::bigint)) as order_no
     from mail m where m.id = $1`,
    [id],
  );
  const row = rows[0];
  if (row === undefined) throw new Problem('not_found');
  const { preview, isObsolete } = await previewMail(deps, row);
  return {
    ...toMailListDto(row),
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
    isObsolete,
    isPersonal: !isPreviewed(row),
    isForRecipientOnly: isForRecipientOnly(row.kind),
  };
}

/** Staff and the association are not people in the sense of office.md 8.1. */
const isToStaff = (kind: string): boolean =>
  kind.startsWith('staff-') || kind === 'office-alarm' || kind === 'contact-message';

/**
 * The mail as it would be sent now, without its tokens, and whether the reason for it is gone. No preview when its kind
 * has none or the mail cannot be written.
 */
async function previewMail(deps: Context['deps'], row: Row) {
  if (tokenKinds.has(row.kind)) return { preview: null, isObsolete: false };
  const email = await buildEmail(deps, row, { ...deps.tokens, sign: () => '…' });
  if (typeof email === 'string' || !isPreviewed(row)) {
    return { preview: null, isObsolete: email === 'obsolete' };
  }
  const sender = deps.festival.sender(row.language, deps.publicUrl());
  const { html, text } = renderEmail(email, { language: row.language, sender });
  const preview = { html: toPreviewHtml(html), text, subject: email.subject };
  return { preview, isObsolete: false };
}
