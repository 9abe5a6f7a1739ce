import { z } from 'zod';
import { commandProblemTexts } from '#messages/office/command-problems.ts';
import { adminAndOffice } from '#contract/office/staff.ts';
import { rowId } from '../../operations/entries.ts';
import { lockMail, mailThing } from './lock-mail.ts';
import { defineChange } from '../../operations/define.ts';
import { conflict } from '../../platform/problem.ts';

/** Does not send a waiting mail, marks a refused one as dealt with, or takes either back (office.md 8.4). */
export const dropMail = defineChange({
  may: adminAndOffice,
  input: z.object({ id: rowId(), undo: z.string().default('') }),
  async run({ client }, { id, undo }) {
    const mail = await lockMail(client, id);
    const thing = mailThing(mail);
    const isRefused = mail.bounced_at !== null;
    const column = isRefused ? 'handled_at' : 'dropped_at';
    if (undo !== '') {
      const { rowCount } = await client.query(
        `update mail set ${column} = null where id = $1 and ${column} > now() - interval '10 minutes'`,
        [id],
      );
      if (rowCount !== 1) {
        throw conflict(commandProblemTexts.tooLateToUndo);
      }
      if (!isRefused) await client.query('select enqueue_mail($1)', [id]);
      return { output: { id, isUndone: true }, audit: { thing, after: { dropped: false } } };
    }
    if (mail.sent_at !== null || mail.dropped_at !== null) {
      throw conflict(commandProblemTexts.mailNotWaiting);
    }
    await client.query(`update mail set ${column} = now() where id = $1`, [id]);
    return { output: { id, isRefused }, audit: { thing, after: { dropped: true } } };
  },
});
