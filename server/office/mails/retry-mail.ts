import { z } from 'zod';
import { commandProblemTexts } from '#messages/office/command-problems.ts';
import { adminAndOffice } from '#contract/office/staff.ts';
import { rowId } from '../../operations/entries.ts';
import { lockMail, mailThing } from './lock-mail.ts';
import { defineChange } from '../../operations/define.ts';
import { conflict } from '../../platform/problem.ts';

/** Tries to send a waiting mail at once (office.md 8.4). */
export const retryMail = defineChange({
  may: adminAndOffice,
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
