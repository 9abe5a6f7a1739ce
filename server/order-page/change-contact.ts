import { z } from 'zod';
import type { PoolClient } from 'pg';
import { deliveryMethods, type DeliveryMethod } from '#contract/codes.ts';
import type { PostalDelivery } from '#contract/delivery.ts';
import type { Language } from '#contract/language.ts';
import { toName } from '#contract/typed-text.ts';
import { adminAndOffice } from '#contract/office/staff.ts';
import { commandProblemTexts } from '#messages/office/command-problems.ts';
import { formTexts } from '#messages/office/forms.ts';
import {
  choice,
  omittable,
  optionalEmail,
  optionalText,
  resolveChanges,
  text,
  ticked,
} from '../operations/entries.ts';
import { defineChange } from '../operations/define.ts';
import { emailSql, languageSql, nameSql, ordersSql } from '../orders/order-contact-sql.ts';
import { endOrderLinks, lockOrder, orderThing, type OrderIds } from '../orders/order-ids.ts';
import { conflict, invalidField } from '../platform/problem.ts';
import { refundOrder, RefundNotPossible } from '../payment/refund.ts';
import { toRefundProblem } from '../payment/refund-operations.ts';

/**
 * Changes the recipient of an order's mails, list entries, post and new tickets from now on, and how its tickets are
 * delivered; invoice and frozen details stay as they are (office.md 7.3). Another e-mail address ends the links that
 * the former one got. A field that is missing stays as it is. `shown` are the values that the page showed: 409 when
 * somebody else has changed the same field in the meantime.
 */
export const changeOrderContact = defineChange({
  may: adminAndOffice,
  confirms: true,
  input: z.object({
    orderNo: z.string().toUpperCase(),
    name: text(120, toName),
    email: omittable(optionalEmail()),
    language: choice(['de', 'en']),
    doorNote: omittable(optionalText(200)),
    /** The recipient of the post; without one, the buyer. */
    postName: omittable(optionalText(120, toName)),
    street: omittable(optionalText(200)),
    zip: omittable(optionalText(20)),
    city: omittable(optionalText(200)),
    delivery: omittable(choice(deliveryMethods)),
    /** Whether postage is refunded when the tickets are no longer posted. */
    refundPostage: omittable(ticked()),
    shown: z.string().default(''),
  }),
  async run({ client, deps }, { orderNo, shown, refundPostage = false, ...entries }) {
    const order = await lockOrder(client, orderNo);
    const output = { orderNo: order.order_no };
    const stored = await readContact(client, order.id, deps.festival.delivery());
    const contact = resolveChanges(stored, entries, shown);
    const entry = describeChange(stored, contact);
    if (entry === null) return { output, audit: [] };
    const { name, email, language, doorNote, postName, street, zip, city } = contact;
    await client.query(
      `insert into order_contact (order_id, name, email, language, door_note, post_name, street, zip, city)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9)
       on conflict (order_id) do update set name = excluded.name, email = excluded.email,
         language = excluded.language, door_note = excluded.door_note, post_name = excluded.post_name,
         street = excluded.street, zip = excluded.zip, city = excluded.city, changed_at = now()`,
      [order.id, name, email, language, doorNote, postName, street, zip, city],
    );
    if (email !== stored.email) await endOrderLinks(client, order.id);
    await client.query(
      `update orders o set search = order_words(o.order_no, c.details, concat_ws(' ', $2::text, $3::text))
       from checkout c where c.id = o.checkout_id and o.id = $1`,
      [order.id, name, email],
    );
    const thing = orderThing(order);
    if (contact.delivery === stored.delivery) return { output, audit: { thing, ...entry } };
    await changeDelivery(client, order, contact);
    const isPosted = contact.delivery === 'postal';
    const cents = refundPostage && !isPosted ? await refundPostageOf(client, order) : 0;
    const after = { ...entry.after, ...(cents > 0 ? { cents } : {}) };
    return { output: { ...output, cents }, audit: { thing, before: entry.before, after } };
  },
});

export interface OrderContact {
  name: string;
  email: string | null;
  language: Language;
  doorNote: string | null;
  postName: string | null;
  street: string | null;
  zip: string | null;
  city: string | null;
  delivery: DeliveryMethod;
}

/** The present contact: the buyer, unless it was changed before. The caller has locked the order. */
async function readContact(
  client: PoolClient,
  orderId: number,
  { countryIds }: PostalDelivery,
): Promise<OrderContact> {
  const { rows } = await client.query<OrderContact>(
    `select ${nameSql} as name, ${emailSql} as email, ${languageSql} as language, x.door_note as "doorNote", x.post_name as "postName",
       ${postAddressSql}, c.delivery_method as delivery
     from ${ordersSql}
     where o.id = $1`,
    [orderId, countryIds],
  );
  if (rows[0] === undefined) throw new Error(`there is no order ${orderId}`);
  return rows[0];
}

/**
 * SQL: the address for the post, of checkout `c` and contact `x`: the buyer's unless changed, if it is to be posted
 * already or in one of the countries $2 that we post to; `o` is orders.
 */
export const postAddressSql = (['street', 'zip', 'city'] as const)
  .map(
    (
      field,
    ) => `coalesce(x.${field}, case when (c.details->>'country_id')::integer = any($2::integer[])
      or o.post_since is not null then nullif(c.details->>'${field}', '') end) as ${field}`,
  )
  .join(', ');

/**
 * SQL: whether tickets of an order have left, so that their delivery cannot change: o is orders, c its checkout, x its
 * contact. A mail that was refused brought nothing.
 */
export const isDeliveredSql = `o.posted_at is not null or c.delivery_method = 'onlineticket' and exists (
  select from mail m where (m.facts->>'orderId')::bigint = o.id and m.sent_at is not null and m.bounced_at is null
    and m.kind in ('order-confirmation', 'ticket-reissued')
    and m.created_at >= coalesce(x.delivery_changed_at, '-infinity'))`;

/** Delivers an order's tickets in another way, if none has left yet; what was paid for postage stays as it is. */
async function changeDelivery(
  client: PoolClient,
  order: OrderIds,
  { delivery, email, ...address }: OrderContact,
): Promise<void> {
  if (delivery === 'onlineticket' && email === null) throw invalidField('email', formTexts.missing);
  if (delivery === 'postal') {
    for (const field of ['street', 'zip', 'city'] as const) {
      if (address[field] === null) throw invalidField(field, formTexts.missing);
    }
  }
  const { rows } = await client.query<{ is_delivered: boolean }>(
    `select o.cancelled_at is not null or ${isDeliveredSql} as is_delivered
     from ${ordersSql}
     where o.id = $1`,
    [order.id],
  );
  if (rows[0]?.is_delivered !== false) throw conflict(commandProblemTexts.ticketsHaveLeft);
  await client.query('update checkout set delivery_method = $2 where id = $1', [
    order.checkout_id,
    delivery,
  ]);
  await client.query(
    `update orders set post_since = case when $2 = 'postal' then now() end where id = $1`,
    [order.id, delivery],
  );
  await client.query('update order_contact set delivery_changed_at = now() where order_id = $1', [
    order.id,
  ]);
  // makes the tickets, and mails them
  if (delivery === 'onlineticket') await client.query('select enqueue_documents($1)', [order.id]);
}

async function refundPostageOf(client: PoolClient, order: OrderIds): Promise<number> {
  try {
    const { cents } = await refundOrder(client, {
      orderNo: order.order_no,
      ticketIds: [],
      isPostage: true,
    });
    return cents;
  } catch (error) {
    throw error instanceof RefundNotPossible ? toRefundProblem(error, false) : error;
  }
}

/**
 * The fields that differ, for the audit entry: never the data itself, except language and delivery (office.md 11). Null
 * if nothing differs.
 */
function describeChange(before: OrderContact, after: OrderContact) {
  const changed = (
    [
      ['name', 'name'],
      ['email', 'email'],
      ['doorNote', 'door_note'],
      ['postName', 'address'],
      ['street', 'address'],
      ['zip', 'address'],
      ['city', 'address'],
    ] as const
  ).filter(([field]) => before[field] !== after[field]);
  const told = (['language', 'delivery'] as const).filter(
    (field) => before[field] !== after[field],
  );
  if (changed.length + told.length === 0) return null;
  const pick = (contact: OrderContact) =>
    Object.fromEntries(told.map((field) => [field, contact[field]]));
  return {
    before: pick(before),
    after: {
      ...Object.fromEntries(changed.map(([, field]) => [field, 'geändert / changed'])),
      ...pick(after),
    },
  };
}
