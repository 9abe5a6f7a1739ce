import { z } from 'zod';
import type { PoolClient, Pool } from 'pg';
import { commandProblemTexts } from '#messages/office/command-problems.ts';
import { adminAndOffice } from '#contract/office/staff.ts';
import { optionalEmail } from '../operations/entries.ts';
import { getOrderRecipient } from './resend-mail.ts';
import { copyMail, queueMail } from '../platform/mail/queue-mail.ts';
import { lockOrder, orderThing, type OrderIds } from '../orders/order-ids.ts';
import { defineChange } from '../operations/define.ts';
import { conflict } from '../platform/problem.ts';

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
       and not exists (select from mail where event_key = $2) limit 1`,
    [orderId, `order-${orderId}`],
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
