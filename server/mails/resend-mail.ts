import { z } from 'zod';
import { commandProblemTexts } from '#messages/office/command-problems.ts';
import { adminAndOffice } from '#contract/office/staff.ts';
import { copyMail, queueMail } from '../platform/mail/queue-mail.ts';
import { optionalEmail, rowId } from '../operations/entries.ts';
import { defineChange } from '../operations/define.ts';
import { conflict, Problem } from '../platform/problem.ts';
import type { PoolClient, Pool } from 'pg';
import type { Language } from '#contract/language.ts';
import { mailKinds } from '../mail-kinds.ts';
import type { Email, MailReferences } from '../platform/mail/email.ts';
import type { SignedTokens } from '../platform/security/signed-tokens.ts';
import type { Deps } from '../deps.ts';
import { recipientSql } from '../orders/order-contact-sql.ts';
import { lockOrder, orderThing, type OrderIds } from '../orders/order-ids.ts';

/** Mails whose links are for their recipient only: never to another address. */
export const isForRecipientOnly = (kind: string): boolean =>
  /^(?:staff-|password-|email-|newsletter-|daily-programme$|find-tickets$|concert-reminder$|choice-)/.test(
    kind,
  );

/**
 * Sends a mail again (office.md 8.4): to the address given; otherwise an order's mail to the order's present contact,
 * and any other to the same address. 409 when the reason for the mail is gone: the copy would never go out.
 */
export const resendMail = defineChange({
  may: adminAndOffice,
  confirms: true,
  input: z.object({ id: rowId(), to: optionalEmail() }),
  async prepare({ deps }, { id }) {
    const { rows } = await deps.pool.query<WritableMail>(
      `select id, kind, recipient, language, facts from mail where id = $1`,
      [id],
    );
    const [mail] = rows;
    return {
      isObsolete: mail !== undefined && (await buildEmail(deps, mail, deps.tokens)) === 'obsolete',
    };
  },
  async run({ client }, { id, to }, { isObsolete }) {
    const mail = await lockMail(client, id);
    if (to !== null && isForRecipientOnly(mail.kind)) {
      throw conflict(commandProblemTexts.mailIsPersonal);
    }
    if (isObsolete) throw conflict(commandProblemTexts.mailIsObsolete);
    const contact = mail.order_id === null ? null : await getOrderRecipient(client, mail.order_id);
    if (to === null && contact?.email === null)
      throw conflict(commandProblemTexts.orderWithoutEmail);
    const copy = await copyMail(client, id, {
      recipient: to ?? contact?.email ?? undefined,
      language: contact?.language,
    });
    await client.query(
      'update mail set handled_at = now() where id = $1 and bounced_at is not null',
      [id],
    );
    const address = to !== null ? 'another' : contact === null ? 'same' : 'order';
    return { output: { id: copy }, audit: { thing: mailThing(mail), after: { copy, address } } };
  },
});

/** A mail that a command is about. */
export interface LockedMail {
  id: number;
  kind: string;
  sent_at: Date | null;
  bounced_at: Date | null;
  dropped_at: Date | null;
  /** The order it is about; null for any other mail. */
  order_id: number | null;
}

/** Locks a mail until the command's end. Throws 404 for an unknown id. */
export async function lockMail(client: PoolClient, id: number): Promise<LockedMail> {
  const { rows } = await client.query<LockedMail>(
    `select id, kind, sent_at, bounced_at, dropped_at,
       coalesce((select o.id from orders o where o.id = (facts->>'orderId')::bigint),
         (select o.id from orders o where o.checkout_id = (facts->>'checkoutId')::bigint)) as order_id
     from mail where id = $1 for update`,
    [id],
  );
  if (rows[0] === undefined) throw new Problem('not_found');
  return rows[0];
}

/** A mail as the thing of an audit entry; never its address. */
export const mailThing = ({ id, kind }: LockedMail) => ({ kind: 'mail', id, name: kind });

/** The present contact of an order. */
interface OrderRecipient {
  /** Null: neither buyer nor contact gave one. */
  email: string | null;
  language: Language;
}

/** Finds the address and language of an order's mails: of its contact, otherwise of its buyer (office.md 7.3). */
async function getOrderRecipient(client: PoolClient, orderId: number): Promise<OrderRecipient> {
  const { rows } = await client.query<OrderRecipient>(recipientSql, [orderId]);
  return rows[0] ?? { email: null, language: 'de' };
}

/** The columns of a mail that its writer needs. */
export interface WritableMail {
  id: number;
  kind: string;
  recipient: string;
  language: Language;
  facts: MailReferences;
}

/**
 * Composes the email of a mail as it would be sent now. `obsolete`: the reason for it is gone, so it would never go
 * out; `not-ready`: its writer fails, for example because a document is missing yet.
 */
export async function buildEmail(
  deps: Deps,
  mail: WritableMail,
  tokens: SignedTokens,
): Promise<Email | 'obsolete' | 'not-ready'> {
  const publicUrl = deps.publicUrl();
  try {
    const email = await mailKinds[mail.kind]?.(mail.facts, mail.language, {
      pool: deps.pool,
      tokens,
      publicUrl,
      recipient: mail.recipient,
      sender: deps.festival.sender(mail.language, publicUrl),
    });
    return email === undefined ? 'not-ready' : (email ?? 'obsolete');
  } catch (error) {
    deps.log.debug({ err: error, mailId: mail.id }, 'Could not compose a mail for its preview');
    return 'not-ready';
  }
}

/**
 * Sends all mails of an order that still apply again, to the order's address or another one, which deals with those
 * that were refused (office.md 7.3, 8.4). An order that had no address until now gets its confirmation. 409 without any
 * mail.
 */
export const resendOrderMails = defineChange({
  may: adminAndOffice,
  input: z.object({ orderNo: z.string().toUpperCase(), to: optionalEmail() }),
  async run({ client }, { orderNo, to }) {
    const order = await lockOrder(client, orderNo);
    const { email, language } = await getOrderRecipient(client, order.id);
    const recipient = to ?? email;
    if (recipient === null) {
      throw conflict(commandProblemTexts.orderWithoutEmail);
    }
    const ids = await listMailIdsOfOrder(client, order);
    for (const id of ids) await copyMail(client, id, { recipient, language });
    await markRefusedMails(client, order);
    // until its PDF exists, the documents' job is about to queue the confirmation itself
    const isDocumented = await hasConfirmationPdf(client, order.id);
    if (ids.length === 0 && !isDocumented) throw conflict(commandProblemTexts.documentsAreMade);
    const needsConfirmation = isDocumented && (await isUnconfirmed(client, order.id));
    if (needsConfirmation) {
      await queueMail(client, {
        kind: 'order-confirmation',
        recipient,
        language,
        facts: { orderId: order.id },
        eventKey: `order-${order.id}`,
      });
    }
    const mails = ids.length + (needsConfirmation ? 1 : 0);
    if (mails === 0) throw conflict(commandProblemTexts.noMailApplies);
    return {
      output: { orderNo: order.order_no, mails },
      audit: {
        thing: orderThing(order),
        after: { mails, address: to === null ? 'order' : 'another' },
      },
    };
  },
});

/** Marks the refused mails of an order as dealt with, earlier copies included. */
async function markRefusedMails(client: PoolClient, order: OrderIds): Promise<void> {
  await client.query(
    `update mail set handled_at = now()
     where ((facts->>'orderId')::bigint = $1 or (facts->>'checkoutId')::bigint = $2)
       and bounced_at is not null and handled_at is null`,
    [order.id, order.checkout_id],
  );
}

/**
 * Whether the order has a valid ticket and was never confirmed: it had no address when its documents were made.
 */
async function isUnconfirmed(client: PoolClient, orderId: number): Promise<boolean> {
  const { rowCount } = await client.query(
    `select from ticket where order_id = $1 and voided_at is null
       and not exists (select from mail where (facts->>'orderId')::bigint = $1 and kind = 'order-confirmation')
     limit 1`,
    [orderId],
  );
  return rowCount !== 0;
}

async function hasConfirmationPdf(client: PoolClient, orderId: number): Promise<boolean> {
  const { rowCount } = await client.query(
    `select from document where order_id = $1 and kind = 'confirmation'`,
    [orderId],
  );
  return rowCount !== 0;
}

/**
 * SQL: whether a mail `m` still has something to say, as its writer decides when it is sent: no confirmation without a
 * valid ticket, and no new ticket that is void by now.
 */
const stillApplies = `case m.kind
  when 'order-confirmation' then exists (
    select from ticket t where t.order_id = (m.facts->>'orderId')::bigint and t.voided_at is null)
  when 'ticket-reissued' then exists (
    select from ticket t where t.id = (m.facts->>'ticketId')::bigint and t.voided_at is null)
  else true end`;

/** The ids of an order's mails that still apply, copies left out, oldest first. */
async function listMailIdsOfOrder(
  pool: Pick<Pool | PoolClient, 'query'>,
  { id, checkout_id: checkoutId }: { id: number; checkout_id: number },
): Promise<number[]> {
  const { rows } = await pool.query<{ id: number }>(
    `select id from mail m where (facts->>'orderId')::bigint = $1 and event_key not like 'resend-%'
       and ${stillApplies}
     union select id from mail where (facts->>'checkoutId')::bigint = $2 and event_key not like 'resend-%'
     order by id`,
    [id, checkoutId],
  );
  return rows.map((row) => row.id);
}
