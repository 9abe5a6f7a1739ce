import { z } from 'zod';
import { commandProblemTexts } from '#messages/office/command-problems.ts';
import { adminAndOffice } from '#contract/office/staff.ts';
import { rowId } from '../operations/entries.ts';
import { lockMail, mailThing, resendMail } from './resend-mail.ts';
import { defineChange, defineRead } from '../operations/define.ts';
import { conflict } from '../platform/problem.ts';
import { getMail, listMails, type MailFilters } from './read-mails.ts';
import type { Paging } from '#contract/office/lists.ts';

/** Does not send a waiting mail, marks a refused one as dealt with, or takes either back (office.md 8.4). */
const dropMail = defineChange({
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

/** Tries to send a waiting mail at once (office.md 8.4). */
const retryMail = defineChange({
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

/**
 * Sends all refused mails again that nobody has dealt with (office.md 8.4), to their own addresses and with their own
 * Message-IDs: for after a mail server refused everything.
 */
const retryRefusedMails = defineChange({
  may: adminAndOffice,
  input: z.object({}),
  async run({ client }) {
    const { rows } = await client.query<{ id: number }>(
      `with again as (
         update mail set bounced_at = null, attempts = 0, last_error = null
         where bounced_at is not null and handled_at is null and sent_at is null and dropped_at is null
         returning id
       )
       select id, enqueue_mail(id) from again`,
    );
    const output = { mails: rows.length };
    const thing = { kind: 'mail', id: 'refused', name: 'refused mails' };
    return { output, audit: rows.length === 0 ? [] : { thing, after: output } };
  },
});

/** The operations of the outbox (office.md 8.4). */
export const mailOperations = {
  'mail:resend': resendMail,
  'mail:retry': retryMail,
  'mail:retry-refused': retryRefusedMails,
  'mail:drop': dropMail,
  'mail:list': defineRead(adminAndOffice, ({ deps }, input: MailFilters & Paging) =>
    listMails(deps.pool, input),
  ),
  'mail:page': defineRead(adminAndOffice, getMail),
};
