import { z } from 'zod';
import { toText } from '#contract/typed-text.ts';
import { MAX_REPLY_LENGTH, MAX_REPLY_SUBJECT_LENGTH } from '#contract/office/message-queries.ts';
import { commandProblemTexts } from '#messages/office/command-problems.ts';
import { adminAndOffice } from '#contract/office/staff.ts';
import { queueMail } from '../../platform/mail/queue-mail.ts';
import { rowId, text } from '../../operations/entries.ts';
import { lockMessage } from './lock-message.ts';
import { defineChange } from '../../operations/define.ts';
import { conflict } from '../../platform/problem.ts';
import { actorOf } from '../../operations/caller.ts';

/**
 * Replies to a message by mail (`contact-reply`) and sets its state to `answered`. `replies` is how many replies the
 * page showed: 409 when somebody has sent another one in the meantime. Without it, as on the command line, the reply
 * goes out.
 */
export const replyToMessage = defineChange({
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
