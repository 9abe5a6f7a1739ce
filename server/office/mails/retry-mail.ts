import { z } from 'zod';
import { commandProblemTexts } from '#messages/office/command-problems.ts';
import { defineCommand } from '../command.ts';
import { rowId } from '../fields.ts';
import { conflict } from '../office-problem.ts';
import { lockMail, mailThing } from './lock-mail.ts';

/** Tries to send a waiting mail at once (office.md 8.4). */
export const retryMail = defineCommand({
  input: z.object({ id: rowId() }),
  async run({ client }, { id }) {
    const mail = await lockMail(client, id);
    if (mail.sent_at !== null || mail.bounced_at !== null || mail.dropped_at !== null) {
      throw conflict(commandProblemTexts.mailNotWaiting);
    }
    await client.query('select enqueue_mail($1, -1)', [id]);
    return { output: { id }, audit: { thing: mailThing(mail) } };
  },
});
