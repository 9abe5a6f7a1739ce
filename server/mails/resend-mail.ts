import { z } from 'zod';
import { commandProblemTexts } from '#messages/office/command-problems.ts';
import { adminAndOffice } from '#contract/office/staff.ts';
import { copyMail } from '../platform/mail/queue-mail.ts';
import { optionalEmail, rowId } from '../operations/entries.ts';
import { defineChange } from '../operations/define.ts';
import { conflict, Problem } from '../platform/problem.ts';
import type { PoolClient } from 'pg';
import type { Language } from '#contract/language.ts';
import { mailKinds } from '../mail-kinds.ts';
import type { Email, MailReferences } from '../platform/mail/email.ts';
import type { SignedTokens } from '../platform/security/signed-tokens.ts';
import type { Deps } from '../deps.ts';

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

/** A mail that a command is about. */
export interface LockedMail {
  id: number;
  kind: string;
  sent_at: Date | null;
  bounced_at: Date | null;
  dropped_at: Date | null;
  /** The order it is about; null for any other mail. */
  order_id: number | null;
}

/** Locks a mail until the command's end. Throws 404 for an unknown id. */
export async function lockMail(client: PoolClient, id: number): Promise<LockedMail> {
  const { rows } = await client.query<LockedMail>(
    `select id, kind, sent_at, bounced_at, dropped_at,
       coalesce((select o.id from orders o where o.id = (facts->>'orderId')::bigint),
         (select o.id from orders o where o.checkout_id = (facts->>'checkoutId')::bigint)) as order_id
     from mail where id = $1 for update`,
    [id],
  );
  if (rows[0] === undefined) throw new Problem('not_found');
  return rows[0];
}

/** A mail as the thing of an audit entry; never its address. */
export const mailThing = ({ id, kind }: LockedMail) => ({ kind: 'mail', id, name: kind });

/** The present contact of an order. */
interface OrderRecipient {
  /** Null: neither buyer nor contact gave one. */
  email: string | null;
  language: Language;
}

/** Finds the address and language of an order's mails: of its contact, otherwise of its buyer (office.md 7.3). */
export async function getOrderRecipient(
  client: PoolClient,
  orderId: number,
): Promise<OrderRecipient> {
  const { rows } = await client.query<OrderRecipient>(
    `select case when x.order_id is null then c.details->>'email' else x.email end as email,
       coalesce(x.language, c.language) as language
     from orders o join checkout c on c.id = o.checkout_id left join order_contact x on x.order_id = o.id
     where o.id = $1`,
    [orderId],
  );
  return rows[0] ?? { email: null, language: 'de' };
}

/** The columns of a mail that its writer needs. */
export interface WritableMail {
  id: number;
  kind: string;
  recipient: string;
  language: Language;
  facts: MailReferences;
}

/**
 * Composes the email of a mail as it would be sent now. `obsolete`: the reason for it is gone, so it would never go
 * out; `not-ready`: its writer fails, for example because a document is missing yet.
 */
export async function buildEmail(
  deps: Deps,
  mail: WritableMail,
  tokens: SignedTokens,
): Promise<Email | 'obsolete' | 'not-ready'> {
  const publicUrl = deps.publicUrl();
  try {
    const email = await mailKinds[mail.kind]?.(mail.facts, mail.language, {
      pool: deps.pool,
      tokens,
      publicUrl,
      recipient: mail.recipient,
      sender: deps.festival.sender(mail.language, publicUrl),
    });
    return email === undefined ? 'not-ready' : (email ?? 'obsolete');
  } catch (error) {
    deps.log.debug({ err: error, mailId: mail.id }, 'Could not compose a mail for its preview');
    return 'not-ready';
  }
}
