import { z } from 'zod';
import { defineCommand } from '../command.ts';
import { optionalEmail } from '../fields.ts';
import { refuse } from '../office-problem.ts';
import { listMailsOfOrder } from '../mails/list-mails-of-order.ts';
import { copyMail } from '../../platform/mail/queue-mail.ts';
import { lockOrder, orderThing } from './find-order.ts';

/** Sends all mails of an order again, to the order's address or another one (office.md 7.3). */
export const resendOrderMails = defineCommand({
  input: z.object({ orderNo: z.string().toUpperCase(), to: optionalEmail() }),
  async run({ client }, { orderNo, to }) {
    const order = await lockOrder(client, orderNo);
    const { rows } = await client.query<{ email: string | null; language: 'de' | 'en' }>(
      `select case when x.order_id is null then c.details->>'email' else x.email end as email,
         coalesce(x.language, c.language) as language
       from checkout c left join order_contact x on x.order_id = $1 where c.id = $2`,
      [order.id, order.checkout_id],
    );
    const recipient = to ?? rows[0]?.email ?? null;
    if (recipient === null) {
      throw refuse({
        de: 'Diese Bestellung hat keine E-Mail-Adresse. Bitte eine angeben.',
        en: 'This order has no email address. Please enter one.',
      });
    }
    const ids = await listMailsOfOrder(client, order);
    if (ids.length === 0) {
      throw refuse({
        de: 'Zu dieser Bestellung gibt es noch keine Mail.',
        en: 'There is no mail of this order yet.',
      });
    }
    for (const id of ids) {
      await copyMail(client, id, { recipient, language: rows[0]?.language });
    }
    return {
      output: { orderNo: order.order_no, mails: ids.length },
      audit: {
        thing: orderThing(order),
        after: { mails: ids.length, address: to === null ? 'order' : 'another' },
      },
    };
  },
});
