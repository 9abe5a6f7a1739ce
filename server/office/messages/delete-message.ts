import { z } from 'zod';
import type { PoolClient } from 'pg';
import { commandProblemTexts } from '#messages/office/command-problems.ts';
import { adminAndOffice } from '#contract/office/staff.ts';
import { unsentMailSql } from '../../platform/mail/queue-mail.ts';
import { rowId } from '../../operations/entries.ts';
import { lockMessage } from './lock-message.ts';
import { defineChange } from '../../operations/define.ts';
import { conflict } from '../../platform/problem.ts';

/** Deletes a message with its replies. 409 while the mail of a reply waits: it could not be written any more. */
export const deleteMessage = defineChange({
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
