import { randomUUID } from 'node:crypto';
import type { PoolClient } from 'pg';
import { z } from 'zod';
import { languages, type Language } from '#contract/language.ts';
import { MAX_REPLY_LENGTH, MAX_REPLY_SUBJECT_LENGTH } from '#contract/office/forms.ts';
import {
  findUnknownPlaceholder,
  messageFields,
  recipientChoices,
  type HolderMessage,
  type Recipients,
} from '#contract/office/holder-message.ts';
import { adminAndOffice } from '#contract/office/staff.ts';
import { toText } from '#contract/typed-text.ts';
import { formTexts } from '#messages/office/forms.ts';
import { holderMessageTexts } from '#messages/office/holder-message.ts';
import { toPreviewHtml } from '../mails/read-mails.ts';
import { actorOf } from '../operations/caller.ts';
import {
  defineChange,
  defineRead,
  type ChangeContext,
  type Context,
} from '../operations/define.ts';
import {
  choice,
  cleanTexts,
  omittable,
  optionalText,
  rowId,
  text,
  toFieldTexts,
} from '../operations/entries.ts';
import { queueMail, type QueuedMail } from '../platform/mail/queue-mail.ts';
import { renderEmail } from '../platform/mail/send-mail.ts';
import {
  conflict,
  invalidField,
  invalidFields,
  Problem,
  type FieldTexts,
} from '../platform/problem.ts';
import { orderRun } from '../runs/order-run.ts';
import { composeMessage, findConcertOfMessage } from './holder-message-mail.ts';
import { chooseHolders, listHolderOrders, type Holders } from './list-holders.ts';

/** A text of a message, '' when it is left out; refuses placeholders that there are none of. */
const messageText = (field: z.ZodType<string | null>) =>
  field.transform((value, context): string => {
    const name = findUnknownPlaceholder(value ?? '');
    if (name === null) return value ?? '';
    const { de, en } = holderMessageTexts.unknownPlaceholder;
    context.addIssue({ code: 'custom', params: { text: { de: de({ name }), en: en({ name }) } } });
    return z.NEVER;
  });

const fields = {
  recipients: choice(recipientChoices),
  subject_de: messageText(text(MAX_REPLY_SUBJECT_LENGTH)),
  subject_en: messageText(optionalText(MAX_REPLY_SUBJECT_LENGTH)),
  text_de: messageText(text(MAX_REPLY_LENGTH, toText)),
  text_en: messageText(optionalText(MAX_REPLY_LENGTH, toText)),
};

/**
 * Sends a mail to oneself: a message to the holders of concert `id`, in each language written, after which exactly this
 * text may be sent to them; without `id`, one that tries the mail server (office.md 8.5).
 */
const testMail = defineChange({
  may: adminAndOffice,
  input: z.object({
    id: rowId(),
    recipients: omittable(fields.recipients),
    subject_de: omittable(fields.subject_de),
    subject_en: omittable(fields.subject_en),
    text_de: omittable(fields.text_de),
    text_en: omittable(fields.text_en),
  }),
  async run(context, { id, recipients = 'all', ...texts }) {
    if (id === 0) {
      await queueTest(context, context.caller.language, { kind: 'office-test', facts: {} });
      return { output: {}, audit: { thing: null } };
    }
    const thing = await getConcertThing(context.client, id);
    const { subject_de = '', subject_en = '', text_de = '', text_en = '' } = texts;
    const message = { subject_de, subject_en, text_de, text_en };
    const orders = await listHolderOrders(context.client, id);
    refuseMissing(findMissing(message, chooseHolders(orders, recipients)));
    const { rows } = await context.client.query<{ id: number }>(
      'insert into holder_message (concert_id, content, recipients) values ($1, $2, $3) returning id',
      [id, message, recipients],
    );
    const messageId = rows[0]?.id ?? 0;
    for (const language of languagesOf(message)) {
      await queueTest(context, language, { kind: 'holder-message', facts: { messageId } });
    }
    return { output: { test: messageId }, audit: { thing } };
  },
});

/** The fields that are missing: English ones only if somebody reads English, or one of them is there. */
function findMissing(message: HolderMessage, { mailed }: Holders): FieldTexts {
  const { subject_en: subject, text_en: english } = message;
  const needsEnglish =
    mailed.some(({ language }) => language === 'en') || (subject === '') !== (english === '');
  const needed = messageFields.filter((field) => needsEnglish || field.endsWith('_de'));
  const missing = needed.filter((field) => message[field] === '');
  return Object.fromEntries(missing.map((field) => [field, formTexts.missing]));
}

function refuseMissing(missing: FieldTexts): void {
  if (Object.keys(missing).length > 0) throw invalidFields(missing);
}

const languagesOf = (message: HolderMessage) =>
  languages.filter((language) => message[`text_${language}`] !== '');

/** Queues a mail to the person who runs the command; from the command line, to the association. */
async function queueTest(
  { client, deps, caller }: ChangeContext,
  language: Language,
  mail: Pick<QueuedMail, 'kind' | 'facts'>,
): Promise<void> {
  const { rows } = await client.query<{ email: string }>('select email from staff where id = $1', [
    actorOf(caller).id,
  ]);
  await queueMail(client, {
    ...mail,
    recipient: rows[0]?.email ?? deps.festival.content().association.email,
    language,
    eventKey: `${mail.kind}-test-${randomUUID()}`,
    isUrgent: true,
  });
}

/** Orders the run that sends a tested message to the ticket holders of a concert; `count` is how many they are. */
const mailHolders = defineChange({
  may: adminAndOffice,
  confirms: true,
  input: z.object({ id: rowId(), ...fields, count: text(10) }),
  async run({ client, caller }, { id, recipients, count, ...message }) {
    const thing = await getConcertThing(client, id);
    // locked: one test allows one run
    const { rows } = await client.query<{ id: number }>(
      `select id from holder_message where concert_id = $1 and content = $2 and run_id is null
       order by id desc limit 1 for update`,
      [id, message],
    );
    const [tested] = rows;
    if (tested === undefined) throw conflict(holderMessageTexts.notTested);
    const holders = chooseHolders(await listHolderOrders(client, id), recipients);
    const { mailed } = holders;
    refuseMissing(findMissing(message, holders));
    if (mailed.length === 0) throw conflict(holderMessageTexts.nobody);
    if (count !== String(mailed.length)) throw invalidField('count', holderMessageTexts.noMatch);
    const run = await orderRun(client, {
      kind: 'holder-message',
      concertId: id,
      facts: { messageId: tested.id, recipients },
      orderedBy: actorOf(caller).name,
      items: mailed.map((order) => ({ key: String(order.id), orderId: order.id })),
    });
    await client.query('update holder_message set run_id = $2 where id = $1', [tested.id, run]);
    return {
      output: { run },
      audit: { thing, after: { run, recipients, count: mailed.length } },
    };
  },
});

async function getConcertThing(client: PoolClient, id: number) {
  const concert = await findConcertOfMessage(client, id);
  if (concert === null) throw new Problem('not_found');
  return { kind: 'concert', id, name: concert.title_de };
}

/** The page of a message: how many get it, who cannot, and the text of a test. */
async function readForm(
  { deps: { pool }, caller }: Context,
  { id, test }: { id: number; test: number },
) {
  const concert = await findConcertOfMessage(pool, id);
  if (concert === null) throw new Problem('not_found');
  const orders = await listHolderOrders(pool, id);
  const tested = await pool.query<{ content: HolderMessage; recipients: Recipients }>(
    `select content, recipients from holder_message
     where id = $1 and concert_id = $2 and run_id is null`,
    [test, id],
  );
  return {
    concert: { id, title: concert[`title_${caller.language}`] },
    numbers: recipientChoices.map((recipients) => {
      const { mailed, withoutEmail } = chooseHolders(orders, recipients);
      const german = mailed.filter(({ language }) => language === 'de').length;
      const english = mailed.length - german;
      return { recipients, german, english, withoutEmail: withoutEmail.length };
    }),
    withoutEmail: chooseHolders(orders, 'all').withoutEmail.map(({ orderNo, name, delivery }) => ({
      orderNo,
      name,
      delivery,
    })),
    tested: tested.rows[0] ?? null,
  };
}

/** A message as its readers would get it, in each language written; or what is wrong with its fields. */
async function previewMessage(
  { deps }: Context,
  { id, ...entries }: { id: number } & Record<string, unknown>,
) {
  const concert = await findConcertOfMessage(deps.pool, id);
  if (concert === null) throw new Problem('not_found');
  const parsed = z.object(fields).safeParse(cleanTexts(entries));
  if (!parsed.success) return { errors: toFieldTexts(parsed.error), previews: [] };
  const { recipients, ...message } = parsed.data;
  const errors = findMissing(
    message,
    chooseHolders(await listHolderOrders(deps.pool, id), recipients),
  );
  if (Object.keys(errors).length > 0) return { errors, previews: [] };
  const previews = languagesOf(message).map((language) => {
    const email = composeMessage(message, concert, language);
    const sender = deps.festival.sender(language, deps.publicUrl());
    return { language, html: toPreviewHtml(renderEmail(email, { language, sender }).html) };
  });
  return { errors: {}, previews };
}

/** The operations of messages to ticket holders (office.md 8.5). */
export const ticketHolderOperations = {
  'mail:test': testMail,
  'mail:holders': mailHolders,
  'holders:form': defineRead(adminAndOffice, readForm),
  'holders:preview': defineRead(adminAndOffice, previewMessage),
};
