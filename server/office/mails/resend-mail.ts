import { z } from 'zod';
import { commandProblemTexts } from '#messages/office/command-problems.ts';
import { adminAndOffice } from '#contract/office/staff.ts';
import { copyMail } from '../../platform/mail/queue-mail.ts';
import { optionalEmail, rowId } from '../../operations/entries.ts';
import { getOrderRecipient } from './get-order-recipient.ts';
import { lockMail, mailThing } from './lock-mail.ts';
import { type WritableMail, buildEmail } from './build-email.ts';
import { defineChange } from '../../operations/define.ts';
import { conflict } from '../../platform/problem.ts';

/** Mails whose links are for their recipient only: never to another address. */
export const isForRecipientOnly = (kind: string): boolean =>
  /^(?:staff-|password-|email-|newsletter-|daily-programme$)/.test(kind);

/**
 * Sends a mail again (office.md 8.4): to the address given; otherwise an order's mail to the order's present contact,
 * and any other to the same address. 409 when the reason for the mail is gone: the copy would never go out.
 */
export const resendMail = defineChange({
  may: adminAndOffice,
  confirms: true,
  input: z.object({ id: rowId(), to: optionalEmail() }),
  async prepare({ deps }, { id }) {
    const { rows } = await deps.pool.query<WritableMail>(
      `select id, kind, recipient, language, facts from mail where id = $1`,
      [id],
    );
    const [mail] = rows;
    return {
      isObsolete: mail !== undefined && (await buildEmail(deps, mail, deps.tokens)) === 'obsolete',
    };
  },
  async run({ client }, { id, to }, { isObsolete }) {
    const mail = await lockMail(client, id);
    if (to !== null && isForRecipientOnly(mail.kind)) {
      throw conflict(commandProblemTexts.mailIsPersonal);
    }
    if (isObsolete) throw conflict(commandProblemTexts.mailIsObsolete);
    const contact = mail.order_id === null ? null : await getOrderRecipient(client, mail.order_id);
    if (to === null && contact?.email === null)
      throw conflict(commandProblemTexts.orderWithoutEmail);
    const copy = await copyMail(client, id, {
      recipient: to ?? contact?.email ?? undefined,
      language: contact?.language,
    });
    await client.query(
      'update mail set handled_at = now() where id = $1 and bounced_at is not null',
      [id],
    );
    const address = to !== null ? 'another' : contact === null ? 'same' : 'order';
    return { output: { id: copy }, audit: { thing: mailThing(mail), after: { copy, address } } };
  },
});
