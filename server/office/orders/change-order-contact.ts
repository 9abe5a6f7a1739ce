import { z } from 'zod';
import { defineCommand } from '../command.ts';
import { choice, optionalEmail, optionalText, text } from '../fields.ts';
import { lockOrder, orderThing } from './get-order-ids.ts';

/**
 * Changes whom mails, lists and new tickets of an order address from now on; invoice and checkout stay as they are
 * (office.md 7.3).
 */
export const changeOrderContact = defineCommand({
  input: z.object({
    orderNo: z.string().toUpperCase(),
    name: text(120),
    email: optionalEmail(),
    language: choice(['de', 'en']),
    doorNote: optionalText(200),
  }),
  async run({ client }, { orderNo, name, email, language, doorNote }) {
    const order = await lockOrder(client, orderNo);
    await client.query(
      `insert into order_contact (order_id, name, email, language, door_note) values ($1, $2, $3, $4, $5)
       on conflict (order_id) do update set name = excluded.name, email = excluded.email,
         language = excluded.language, door_note = excluded.door_note, changed_at = now()`,
      [order.id, name, email, language, doorNote],
    );
    await client.query(
      `update orders o set search = order_words(o.order_no, c.details, concat_ws(' ', $2::text, $3::text))
       from checkout c where c.id = o.checkout_id and o.id = $1`,
      [order.id, name, email],
    );
    return {
      output: { orderNo: order.order_no },
      // never the data itself (office.md 11)
      audit: { thing: orderThing(order), after: { contact: 'geändert / changed', language } },
    };
  },
});
