import type { Pool } from 'pg';
import { adminAndOffice } from '#contract/office/staff.ts';
import { toBerlinIso } from '#contract/berlin-time.ts';
import {
  messageStates,
  type MessageQueries,
  type MessageListDto,
  type MessageState,
} from '#contract/office/message-queries.ts';
import { personCheckoutsSql } from '../people/person-checkouts-sql.ts';
import { readListPage } from '../read-list-page.ts';
import { Problem } from '../../platform/problem.ts';
import { changeMessageState } from './change-message-state.ts';
import { deleteMessage } from './delete-message.ts';
import { replyToMessage } from './reply-to-message.ts';
import { defineRead, type OperationsOf } from '../../operations/define.ts';

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
  'message:list': defineRead(adminAndOffice, async ({ deps }, { state, ...page }) => {
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
  }),
  'message:get': defineRead(adminAndOffice, ({ deps }, { id }) => getMessage(deps.pool, id)),
} satisfies OperationsOf<MessageQueries>;

function toListDto({ id, created_at, email, subject, state }: Stored): MessageListDto {
  return { id, createdAt: toBerlinIso(created_at), email, subject, state };
}

async function getMessage(pool: Pool, id: string) {
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
