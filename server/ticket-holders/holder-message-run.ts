import { createHash } from 'node:crypto';
import { toEmailKey } from '#contract/fields.ts';
import type { Language } from '#contract/language.ts';
import { adminAndOffice } from '#contract/office/staff.ts';
import { concertOfficeTexts } from '#messages/office/concerts.ts';
import { queueMail } from '../platform/mail/queue-mail.ts';
import type { RunKind } from '../runs/run-kind.ts';
import { emailSql, languageSql, ordersSql } from '../orders/order-contact-sql.ts';

/**
 * Sends a message to the ticket holders of a concert, an item for the latest order of each address (office.md 8.5). The
 * address is read at the step: it may have been corrected, or the tickets cancelled, since the run was ordered.
 */
export const holderMessageRun: RunKind = {
  label: concertOfficeTexts.message,
  may: adminAndOffice,
  async step({ client, run, env }, { order_id: orderId }) {
    const { rows } = await client.query<{ email: string | null; language: Language }>(
      `select ${emailSql} as email, ${languageSql} as language from ${ordersSql}
       where o.id = $1 and exists (select from ticket t join product p on p.id = t.product_id
         where t.order_id = o.id and p.concert_id = $2 and t.voided_at is null)`,
      [orderId, run.concert_id],
    );
    const [holder] = rows;
    if (holder?.email) {
      const messageId = Number(run.facts['messageId']);
      const key = createHash('sha256').update(toEmailKey(holder.email)).digest('base64url');
      await queueMail(client, {
        kind: 'holder-message',
        recipient: holder.email,
        language: holder.language,
        facts: { messageId, orderId: Number(orderId) },
        eventKey: `holder-message-${messageId}-${key}`,
        perMinute: env.mailsPerMinute,
      });
    }
    return { state: 'done', nextAt: null };
  },
};
