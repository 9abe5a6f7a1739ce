import { z } from 'zod';
import type { PoolClient } from 'pg';
import type { Language } from '#contract/language.ts';
import { toName } from '#contract/typed-text.ts';
import { adminAndOffice } from '#contract/office/staff.ts';
import {
  choice,
  omittable,
  optionalEmail,
  optionalText,
  text,
  list,
  resolveChanges,
} from '../operations/entries.ts';
import { endOrderLinks, lockOrder, orderThing, nothingTicked } from './order-ids.ts';
import { defineChange } from '../operations/define.ts';
import { commandProblemTexts } from '#messages/office/command-problems.ts';
import { conflict } from '../platform/problem.ts';

/**
 * Changes the recipient of an order's mails, list entries and new tickets from now on; invoice and checkout stay as
 * they are (office.md 7.3). Another e-mail address ends the links that the former one got. An e-mail address or note
 * that is missing stays as it is. `shown` are the values that the page showed: 409 when somebody else has changed the
 * same field in the meantime.
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
    shown: z.string().default(''),
  }),
  async run({ client }, { orderNo, shown, ...entries }) {
    const order = await lockOrder(client, orderNo);
    const output = { orderNo: order.order_no };
    const stored = await readContact(client, order.id);
    const contact = resolveChanges(stored, entries, shown);
    const entry = describeChange(stored, contact);
    if (entry === null) return { output, audit: [] };
    const { name, email, language, doorNote } = contact;
    await client.query(
      `insert into order_contact (order_id, name, email, language, door_note) values ($1, $2, $3, $4, $5)
       on conflict (order_id) do update set name = excluded.name, email = excluded.email,
         language = excluded.language, door_note = excluded.door_note, changed_at = now()`,
      [order.id, name, email, language, doorNote],
    );
    if (email !== stored.email) await endOrderLinks(client, order.id);
    await client.query(
      `update orders o set search = order_words(o.order_no, c.details, concat_ws(' ', $2::text, $3::text))
       from checkout c where c.id = o.checkout_id and o.id = $1`,
      [order.id, name, email],
    );
    return { output, audit: { thing: orderThing(order), ...entry } };
  },
});

interface OrderContact {
  name: string;
  email: string | null;
  language: Language;
  doorNote: string | null;
}

/** The present contact: the buyer, unless it was changed before. The caller has locked the order. */
async function readContact(client: PoolClient, orderId: number): Promise<OrderContact> {
  const { rows } = await client.query<OrderContact>(
    `select coalesce(x.name, concat_ws(' ', c.details->>'first_name', c.details->>'last_name')) as name,
       case when x.order_id is null then c.details->>'email' else x.email end as email,
       coalesce(x.language, c.language) as language, x.door_note as "doorNote"
     from orders o join checkout c on c.id = o.checkout_id left join order_contact x on x.order_id = o.id
     where o.id = $1`,
    [orderId],
  );
  if (rows[0] === undefined) throw new Error(`there is no order ${orderId}`);
  return rows[0];
}

/**
 * The fields that differ, for the audit entry: never the data itself, except the language (office.md 11). Null if
 * nothing differs.
 */
function describeChange(before: OrderContact, after: OrderContact) {
  const changed = [
    ...(['name', 'email'] as const).filter((field) => before[field] !== after[field]),
    ...(before.doorNote === after.doorNote ? [] : ['door_note']),
  ];
  const isTranslated = before.language !== after.language;
  if (changed.length === 0 && !isTranslated) return null;
  return {
    before: isTranslated ? { language: before.language } : {},
    after: {
      ...Object.fromEntries(changed.map((field) => [field, 'geändert / changed'])),
      ...(isTranslated ? { language: after.language } : {}),
    },
  };
}

/** Records that orders were posted, or undoes that (office.md 7.7). Each has an audit entry. */
export const markOrdersSent = defineChange({
  may: adminAndOffice,
  input: z.object({
    /** Order numbers. */
    order: list(),
    /** Whether to undo it. */
    undo: z.string().default(''),
  }),
  async run({ client }, { order, undo }) {
    const numbers = order.map((no) => no.toUpperCase()).filter((no) => no !== '');
    if (numbers.length === 0) throw nothingTicked();
    const isUndo = undo !== '';
    const { rows } = await client.query<{ id: number; order_no: string }>(
      `update orders set posted_at = case when $2 then null else now() end
       where order_no = any ($1) and post_since is not null and cancelled_at is null
         and (posted_at is not null) = $2 and ($2 is false or posted_at > now() - interval '10 minutes')
       returning id, order_no`,
      [numbers, isUndo],
    );
    if (rows.length === 0) {
      throw conflict(
        isUndo ? commandProblemTexts.tooLateToUndo : commandProblemTexts.notWaitingForPost,
      );
    }
    return {
      output: { orders: rows.map((row) => row.order_no) },
      audit: rows.map((row) => ({
        thing: { kind: 'order', id: row.id, name: row.order_no },
        after: { sent: !isUndo },
      })),
    };
  },
});
