import PostalMime from 'postal-mime';
import { afterAll, expect, it } from 'vitest';
import { createTestDatabase, testLog } from '#test/database.ts';
import { createPaidOrder } from '#test/orders.ts';
import { loadFestival } from '../programme/festival-content.ts';
import { type JobRunner, startJobRunner } from '../platform/jobs/job-runner.ts';
import { createStoringTransport } from '../platform/mail/mail-transport.ts';
import { sendMailTask } from '../platform/mail/send-mail.ts';
import { createSignedTokens } from '../platform/security/signed-tokens.ts';
import { createDocumentThreads } from './document-threads.ts';
import { documentTasks } from './document-jobs.ts';
import { mailKinds } from '../mail-kinds.ts';

const database = await createTestDatabase('demo');
const { pool } = database;
const festival = await loadFestival(pool);
const threads = createDocumentThreads({ connection: database.connection, smtpUrl: undefined });
afterAll(() => threads.stop());
const tokens = createSignedTokens('a secret of thirty-two characters!');

/** Runs jobs until this many mails have been sent. */
async function runUntilSent(count: number): Promise<void> {
  const sent = Promise.withResolvers<void>();
  let left = count;
  const sendMail = sendMailTask({
    pool,
    log: testLog,
    tokens,
    publicUrl: 'https://festival.example',
    from: 'karten@festival.example',
    kinds: mailKinds,
    findSender: (language) =>
      Promise.resolve(festival.sender(language, 'https://festival.example')),
    transport: createStoringTransport(pool),
    sendWithDocuments: threads.deliver,
  });
  const jobs: JobRunner = await startJobRunner({
    pool,
    log: testLog,
    tasks: {
      ...documentTasks({
        pool,
        threads,
        tokens,
        taxTreatment: 'reduced',
        mailsPerMinute: 120,
        festival: () => festival.content(),
      }),
      async 'send-mail'(payload, job) {
        await sendMail(payload, job);
        if (--left === 0) sent.resolve();
      },
    },
  });
  await sent.promise;
  await jobs.stop();
}

it('an order becomes documents and a mail that carries them, by its jobs alone', async () => {
  await createPaidOrder(database, { lines: [['fuenf-winde', 'full', 2]] });
  await createPaidOrder(database, {
    lines: [['fuenf-winde', 'reduced', 1]],
    language: 'en',
    deliveryMethod: 'boxoffice',
  });
  await runUntilSent(2);
  const { rows } = await pool.query<{ raw: Buffer; language: string }>(
    'select k.raw, m.language from kept_mail k join mail m on m.id = k.mail_id order by m.language',
  );
  const [german, english] = await Promise.all(rows.map(({ raw }) => PostalMime.parse(raw)));
  const names = german?.attachments.map(({ filename }) => filename);
  expect(names?.map((name) => name?.split('-')[0])).toEqual([
    'Karte',
    'Karte',
    'Rechnung',
    'Bestellung',
  ]);
  for (const { content } of german?.attachments ?? []) {
    expect(Buffer.from(content as ArrayBuffer, 0, 8).toString()).toBe('%PDF-1.7');
  }
  expect(german?.subject).toMatch(/^Ihre Bestellung \w{4}-\w{4}, Musiksommer/);
  const text = english?.text ?? '';
  expect(text).toContain('Your tickets will be ready to collect at the box office');
  expect(text).toContain('Five Winds');
  expect(text).toContain('https://festival.example/ticketshop/order-confirmation?token=');
});
