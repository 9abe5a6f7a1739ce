import type { PoolClient, Pool } from 'pg';
import type { Language } from '#contract/language.ts';
import { Problem, conflict } from '../platform/problem.ts';
import { z } from 'zod';
import { commandProblemTexts } from '#messages/office/command-problems.ts';
import { adminAndOffice } from '#contract/office/staff.ts';
import { choice, rowId, text } from '../operations/entries.ts';
import { defineChange, defineRead } from '../operations/define.ts';
import { unsentMailSql, queueMail } from '../platform/mail/queue-mail.ts';
import { toText } from '#contract/typed-text.ts';
import { actorOf } from '../operations/caller.ts';
import { toBerlinIso } from '#contract/berlin-time.ts';
import { personCheckoutsSql } from '../orders/order-filter-sql.ts';
import { readListPage } from '../operations/list-page.ts';
import { messageStates, type MessageState } from '#contract/office/states.ts';
import { MAX_REPLY_LENGTH, MAX_REPLY_SUBJECT_LENGTH } from '#contract/office/forms.ts';
import type { Paging } from '#contract/office/lists.ts';

/** A message of the list. */
interface MessageListDto {
  id: number;
  /** ISO 8601. */
  createdAt: string;
  email: string;
  subject: string;
  state: MessageState;
}

/** A message with its replies. Texts of strangers are shown as text. */
export interface MessageDto extends MessageListDto {
  text: string;
  replies: { id: number; createdAt: string; by: string | null; subject: string; text: string }[];
  /** The writer's orders, latest first. */
  orders: { orderNo: string; createdAt: string }[];
}

interface LockedMessage {
  id: number;
  email: string;
  language: Language;
  state: MessageState;
}

/** Locks a message, so that two people do not change it at once; 404 for an unknown one. */
async function lockMessage(client: PoolClient, id: number): Promise<LockedMessage> {
  const { rows } = await client.query<LockedMessage>(
    `select id::integer, email, language, state from contact_message where id = $1 for update`,
    [id],
  );
  const [message] = rows;
  if (message === undefined) throw new Problem('not_found');
  return message;
}

/**
 * Sorts a message: `new`, `answered` or `done`. Its output has the previous state, for undo. `from` is the state that
 * the page or the undo saw: 409 when somebody has changed it in the meantime. Without `from`, as on the command line,
 * any state is changed.
 */
const changeMessageState = defineChange({
  may: adminAndOffice,
  input: z.object({
    id: rowId(),
    state: choice(messageStates),
    from: choice(['', ...messageStates]),
  }),
  async run({ client }, { id, state, from }) {
    const message = await lockMessage(client, id);
    if (from !== '' && message.state !== from) throw conflict(commandProblemTexts.messageChanged);
    if (message.state === state) {
      return { output: { before: state }, audit: [] };
    }
    await client.query(`update contact_message set state = $2 where id = $1`, [id, state]);
    return {
      output: { before: message.state },
      audit: {
        thing: { kind: 'message', id, name: `#${id}` },
        before: { state: message.state },
        after: { state },
      },
    };
  },
});

/** Deletes a message with its replies. 409 while the mail of a reply waits: it could not be written any more. */
const deleteMessage = defineChange({
  may: adminAndOffice,
  input: z.object({ id: rowId() }),
  async run({ client }, { id }) {
    await lockMessage(client, id);
    if (await hasWaitingReply(client, id)) throw conflict(commandProblemTexts.replyOnItsWay);
    await client.query(`delete from contact_message where id = $1`, [id]);
    return { output: {}, audit: { thing: { kind: 'message', id, name: `#${id}` } } };
  },
});

async function hasWaitingReply(client: PoolClient, messageId: number): Promise<boolean> {
  const { rowCount } = await client.query(
    `select from mail m join message_reply r on r.id = (m.facts->>'replyId')::bigint
     where r.message_id = $1 and m.kind = 'contact-reply'
       and ${unsentMailSql}`,
    [messageId],
  );
  return rowCount !== 0;
}

/**
 * Replies to a message by mail (`contact-reply`) and sets its state to `answered`. `replies` is how many replies the
 * page showed: 409 when somebody has sent another one in the meantime. Without it, as on the command line, the reply
 * goes out.
 */
const replyToMessage = defineChange({
  may: adminAndOffice,
  input: z.object({
    id: rowId(),
    subject: text(MAX_REPLY_SUBJECT_LENGTH),
    text: text(MAX_REPLY_LENGTH, toText),
    replies: z.coerce.string().default(''),
  }),
  async run({ client, caller }, input) {
    const actor = actorOf(caller);
    const message = await lockMessage(client, input.id);
    const earlier = await client.query('select from message_reply where message_id = $1', [
      message.id,
    ]);
    if (input.replies !== '' && input.replies !== String(earlier.rowCount)) {
      throw conflict(commandProblemTexts.replySent);
    }
    const { rows } = await client.query<{ id: number }>(
      `with answered as (update contact_message set state = 'answered' where id = $1)
       insert into message_reply (message_id, staff_id, subject, text) values ($1, $2, $3, $4) returning id`,
      [message.id, actor.id, input.subject, input.text],
    );
    const replyId = rows[0]?.id ?? 0;
    await queueMail(client, {
      kind: 'contact-reply',
      recipient: message.email,
      language: message.language,
      facts: { replyId },
      eventKey: `contact-reply-${replyId}`,
    });
    return {
      output: { email: message.email },
      audit: {
        thing: { kind: 'message', id: message.id, name: `#${message.id}` },
        before: { state: message.state },
        after: { state: 'answered', replyId },
      },
    };
  },
});

interface Stored {
  id: number;
  created_at: Date;
  email: string;
  subject: string;
  state: MessageState;
}

/** The operations of messages (office.md 8.3). */
export const messageOperations = {
  'message:reply': replyToMessage,
  'message:state': changeMessageState,
  'message:delete': deleteMessage,
  'message:list': defineRead(
    adminAndOffice,
    async ({ deps }, { state, ...page }: { state: string } & Paging) => {
      const chosen = messageStates.find((each) => each === state) ?? null;
      const found = await readListPage<Stored>(
        deps.pool,
        {
          select: 'm.id::integer, m.created_at, m.email, m.subject, m.state',
          from: 'contact_message m',
          where: '$1::text is null or m.state = $1',
          values: [chosen],
          sort: ['m.id'],
        },
        page,
      );
      return { ...found, rows: found.rows.map(toListDto) };
    },
  ),
  'message:get': defineRead(adminAndOffice, ({ deps }, { id }: { id: string }) =>
    getMessage(deps.pool, id),
  ),
};

function toListDto({ id, created_at, email, subject, state }: Stored): MessageListDto {
  return { id, createdAt: toBerlinIso(created_at), email, subject, state };
}

async function getMessage(pool: Pool, id: string): Promise<MessageDto> {
  const { rows } = await pool.query<Stored & { message: string }>(
    `select id::integer, created_at, email, subject, state, message from contact_message where id = $1`,
    [/^\d{1,15}$/.test(id) ? id : 0],
  );
  const [stored] = rows;
  if (stored === undefined) throw new Problem('not_found');
  const { rows: replies } = await pool.query<{
    id: number;
    created_at: Date;
    name: string | null;
    subject: string;
    text: string;
  }>(
    `select r.id, r.created_at, s.name, r.subject, r.text from message_reply r
     left join staff s on s.id = r.staff_id where r.message_id = $1 order by r.id`,
    [stored.id],
  );
  const { rows: orders } = await pool.query<{ order_no: string; created_at: Date }>(
    `select o.order_no, o.created_at from orders o join checkout c on c.id = o.checkout_id
     where c.id in ${personCheckoutsSql('$1')} order by o.id desc limit 10`,
    [stored.email],
  );
  return {
    ...toListDto(stored),
    text: stored.message,
    replies: replies.map(({ created_at, name: by, ...reply }) => ({
      ...reply,
      by,
      createdAt: toBerlinIso(created_at),
    })),
    orders: orders.map((order) => ({
      orderNo: order.order_no,
      createdAt: toBerlinIso(order.created_at),
    })),
  };
}
