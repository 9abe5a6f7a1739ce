import type { Pool } from 'pg';
import type { ListPage, Paging } from '#contract/office/lists.ts';
import { unsentMailSql } from '../platform/mail/queue-mail.ts';
import { readListPage } from '../operations/list-page.ts';
import { cleanSearch } from '../operations/entries.ts';
import { toBerlinIso } from '#contract/berlin-time.ts';
import { renderEmail } from '../platform/mail/send-mail.ts';
import { toPersonKey } from '../platform/security/signed-tokens.ts';
import type { Context } from '../operations/define.ts';
import { isForRecipientOnly, buildEmail, type WritableMail } from './resend-mail.ts';
import { Problem } from '../platform/problem.ts';
import type { MailState } from '#contract/office/states.ts';
import type { Language } from '#contract/language.ts';

/** Filters of the outbox as the address has them; '' or undefined: all. */
export interface MailFilters {
  q?: string | undefined;
  state?: string | undefined;
  kind?: string | undefined;
}

/** A row of the outbox. */
export interface MailListDto {
  id: number;
  createdAt: string;
  recipient: string;
  /** Null until the first attempt. */
  subject: string | null;
  kind: string;
  state: MailState;
  /** Whether somebody has dealt with a refused mail. */
  isHandled: boolean;
}

/** A mail with everything that its page shows. */
export interface MailPage extends MailListDto {
  language: Language;
  attempts: number;
  sentAt: string | null;
  /** The mail server's own message. */
  lastError: string | null;
  nextTryAt: string | null;
  /** Number of the order of this mail. */
  orderNo: string | null;
  /** Identifies its recipient in addresses; null for mails to staff and the association. */
  personKey: string | null;
  /** The mail as it would be sent now; null for a personal one, and for one that would not be sent now. */
  preview: { html: string; text: string } | null;
  /** Whether the reason for it is gone, so that a copy would not go out either. */
  isObsolete: boolean;
  /** Whether it carries a link for its recipient only, so that nobody else may see it. */
  isPersonal: boolean;
  /** Whether it is never sent to another address. */
  isForRecipientOnly: boolean;
}

const states: Record<string, string> = {
  waiting: `${unsentMailSql} and (m.attempts = 0 or m.last_error is null)`,
  failing: `${unsentMailSql} and m.attempts > 0 and m.last_error is not null`,
  sent: 'm.sent_at is not null',
  refused: 'm.bounced_at is not null and m.sent_at is null and m.dropped_at is null',
  dropped: 'm.dropped_at is not null and m.sent_at is null',
};

/** A page of the outbox, newest first (office.md 8.4). */
export async function listMails(
  pool: Pool,
  { after, before, ...filters }: MailFilters & Paging,
): Promise<ListPage<MailListDto> & { kinds: string[]; hasOpenRefusals: boolean }> {
  const values: unknown[] = [];
  const value = (one: unknown): string => `$${values.push(one)}`;
  const all = ['true'];
  const { q = '', state = '', kind = '' } = filters;
  if (q.trim() !== '') {
    const query = `fold_query(${value(cleanSearch(q))})`;
    // matches the address, or the words of the mail's order; for a common word only the latest thousand orders
    all.push(`m.id = any (array(select id from mail where fold_vector(recipient) @@ ${query}
      union select m.id from (select id from orders where search @@ ${query}
        order by created_at desc, id desc limit 1000) o
        cross join lateral (select id from mail where (facts->>'orderId')::bigint = o.id offset 0) m))`);
  }
  const fitting = states[state];
  if (fitting !== undefined) all.push(fitting);
  if (kind !== '') all.push(`m.kind = ${value(kind)}`);
  const where = all.map((one) => `(${one})`).join(' and ');
  const page = await readListPage<MailListRow>(
    pool,
    { select: mailColumns, from: 'mail m', where, values, sort: ['m.id'] },
    { after, before },
  );
  // jumps from kind to kind along the index
  const kinds = await pool.query<{ kind: string }>(
    `with recursive each as (
       (select kind from mail order by kind limit 1)
       union all select (select m.kind from mail m where m.kind > each.kind order by m.kind limit 1)
       from each where each.kind is not null
     ) select kind from each where kind is not null`,
  );
  const open = await pool.query(
    'select from mail where bounced_at is not null and handled_at is null and sent_at is null and dropped_at is null limit 1',
  );
  return {
    ...page,
    rows: page.rows.map(toMailListDto),
    kinds: kinds.rows.map((row) => row.kind),
    hasOpenRefusals: open.rowCount === 1,
  };
}

/** Kinds whose preview reveals and changes nothing; others carry one-time links (office.md 13.3). */
const previewedKinds = [
  'order-confirmation',
  'order-refunded',
  'order-cancelled',
  'ticket-reissued',
  'find-tickets',
  'concert-reminder',
  'contact-message',
  'contact-reply',
  'holder-message',
  'concert-cancelled',
  'donation-thanks',
  'concert-changed',
  'concert-postponed',
  'office-alarm',
  'office-test',
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
  kind.startsWith('staff-') || kind.startsWith('office-') || kind === 'contact-message';

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

/**
 * A mail's HTML as the office shows it: inline styles become classes of one `<style>`, which a page can allow by its
 * nonce (office.md 1, Headers), and nothing loads or links elsewhere. It reads what renderEmailHtml writes, no foreign
 * HTML.
 */
export function toPreviewHtml(html: string): string {
  const rules = /<style>(.*?)<\/style>/s.exec(html)?.[1] ?? '';
  const classes = new Map<string, string>();
  const classOf = (style: string): string => {
    const name = classes.get(style) ?? `m${classes.size}`;
    classes.set(style, name);
    return name;
  };
  const body = html
    .replaceAll(/<style\b.*?<\/style>/gs, '')
    .replaceAll(/<(?:link|meta|img|script)\b[^>]*>/gi, '')
    .replaceAll(/<[a-z][^>]*>/gi, (tag) => {
      const style = /\sstyle="([^"]*)"/.exec(tag)?.[1];
      const bare = tag.replaceAll(/\s(?:style|href|background)="[^"]*"/g, '');
      return style === undefined ? bare : withClass(bare, classOf(style));
    });
  // styles that precede the element's own, as if they were inline; `!important` in the mail's rules still wins
  const inline = [...classes].map(([style, name]) => `.${name}{${unescape(style)}}`);
  return body.replace('</head>', () => `<style>${inline.join('')}${rules}</style></head>`);
}

function withClass(tag: string, name: string): string {
  return tag.includes(' class="')
    ? tag.replace(' class="', ` class="${name} `)
    : tag.replace(/^<[a-z0-9]+/i, (start) => `${start} class="${name}"`);
}

/** Decodes the HTML entities that a style attribute contains. */
const unescape = (style: string): string =>
  style.replaceAll('&quot;', '"').replaceAll('&#39;', "'").replaceAll('&amp;', '&');
