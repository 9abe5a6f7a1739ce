import { z } from 'zod';
import { commandProblemTexts } from '#messages/office/command-problems.ts';
import { defineCommand } from '../command.ts';
import { optionalEmail } from '../fields.ts';
import { refuse } from '../office-problem.ts';
import { listMailsOfOrder } from '../mails/list-mails-of-order.ts';
import { copyMail, queueMail } from '../../platform/mail/queue-mail.ts';
import { lockOrder, orderThing } from './get-order-ids.ts';

interface Recipient {
  email: string | null;
  language: 'de' | 'en';
  is_documented: boolean;
}

/**
 * Sends all mails of an order again, to the order's address or another one (office.md 7.3). An order that had no
 * address until now gets its confirmation.
 */
export const resendOrderMails = defineCommand({
  input: z.object({ orderNo: z.string().toUpperCase(), to: optionalEmail() }),
  async run({ client }, { orderNo, to }) {
    const order = await lockOrder(client, orderNo);
    const { rows } = await client.query<Recipient>(
      `select case when x.order_id is null then c.details->>'email' else x.email end as email,
         coalesce(x.language, c.language) as language,
         exists (select from document d where d.order_id = $1 and d.kind = 'confirmation') as is_documented
       from checkout c left join order_contact x on x.order_id = $1 where c.id = $2`,
      [order.id, order.checkout_id],
    );
    const recipient = to ?? rows[0]?.email ?? null;
    if (recipient === null) {
      throw refuse(commandProblemTexts.orderWithoutEmail);
    }
    const language = rows[0]?.language ?? 'de';
    const ids = await listMailsOfOrder(client, order);
    for (const id of ids) await copyMail(client, id, { recipient, language });
    if (ids.length === 0) {
      // the documents are about to queue the confirmation themselves
      if (rows[0]?.is_documented !== true) throw refuse(commandProblemTexts.documentsAreMade);
      await queueMail(client, {
        kind: 'order-confirmation',
        recipient,
        language,
        facts: { orderId: order.id },
        eventKey: `order-${order.id}`,
      });
    }
    const mails = Math.max(1, ids.length);
    return {
      output: { orderNo: order.order_no, mails },
      audit: {
        thing: orderThing(order),
        after: { mails, address: to === null ? 'order' : 'another' },
      },
    };
  },
});
