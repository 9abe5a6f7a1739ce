import { z } from 'zod';
import { adminAndOffice } from '#contract/office/staff.ts';
import { defineChange } from '../../operations/define.ts';

/**
 * Sends all refused mails again that nobody has dealt with (office.md 8.4), to their own addresses and with their own
 * Message-IDs: for after a mail server refused everything.
 */
export const retryRefusedMails = defineChange({
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
