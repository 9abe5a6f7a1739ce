import PostalMime from 'postal-mime';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { createTestDatabase, testLog } from '#test/database.ts';
import { runProcess } from '#test/run-process.ts';
import { startDrippingSmtp, startSmtp } from '#test/smtp.ts';
import { unlockJobsOfDeadRunners, startJobRunner } from '../jobs/job-runner.ts';
import { createLog } from '../log.ts';
import { createSignedTokens } from '../security/signed-tokens.ts';
import type { Email } from './email.ts';
import {
  createStoringTransport,
  createSmtpTransport,
  type MailTransport,
} from './mail-transport.ts';
import { copyMail, queueMail, requeueLostMails } from './queue-mail.ts';
import { sendMail, sendMailTask, type MailDeps } from './send-mail.ts';

const { pool, connection } = await createTestDatabase();
const quiet = createLog({ level: 'silent', isReadable: false });

const email: Email = {
  subject: 'Grüße aus dem Gebirge – „Böhmen, weit fort“',
  preheader: 'Ein Brief.',
  heading: 'Grüß Gott',
  paragraphs: ['Dvořák & Bartók <spielen> um 19.30 Uhr.'],
  attachments: [{ filename: 'Karte 1.pdf', contentType: 'application/pdf', documentId: 7 }],
};

function depsWith(transport: MailTransport, more: Partial<MailDeps> = {}): MailDeps {
  onTestFinished(() => transport.close());
  return {
    pool,
    log: quiet,
    tokens: createSignedTokens('a secret of thirty-two characters!'),
    publicUrl: 'https://festival.example',
    from: 'karten@festival.example',
    kinds: { greeting: () => Promise.resolve(email) },
    findSender: () =>
      Promise.resolve({
        name: 'Marienfirn',
        tagline: 'Wo die Berge zuhören.',
        addressLines: ['Musiksommer e. V.'],
        email: 'post@festival.example',
        siteUrl: 'https://festival.example',
      }),
    transport,
    sendWithDocuments: (message, attachments, mailId) => {
      const content = Buffer.from([1, 2, 255]);
      const enclosed = attachments.map((named) => ({ ...named, content }));
      return transport.send({ ...message, attachments: enclosed }, mailId);
    },
    ...more,
  };
}

let events = 0;
async function queueGreeting(kind = 'greeting', recipient = 'clara@example.org'): Promise<number> {
  const eventKey = `greeting-${events++}`;
  await queueMail(pool, {
    kind,
    recipient,
    language: 'de',
    facts: {},
    eventKey,
  });
  const { rows } = await pool.query<{ id: number }>('select id from mail where event_key = $1', [
    eventKey,
  ]);
  return rows[0]?.id ?? 0;
}

async function findMail(id: number) {
  const { rows } = await pool.query<{
    attempts: number;
    sent_at: Date | null;
    bounced_at: Date | null;
    dropped_at: Date | null;
    last_error: string | null;
  }>('select * from mail where id = $1', [id]);
  return rows[0];
}

async function countJobs(): Promise<number> {
  const { rows } = await pool.query<{ n: number }>(
    'select count(*)::int as n from graphile_worker.jobs',
  );
  return rows[0]?.n ?? 0;
}

beforeEach(async () => {
  await pool.query('delete from graphile_worker._private_jobs');
});

describe('sending a mail', () => {
  it('names a domain outside ASCII as servers know it', async () => {
    const smtp = await startSmtp();
    const id = await queueGreeting('greeting', 'wilma@müller-höhn.de');
    await sendMail(depsWith(createSmtpTransport(smtp.url)), id);
    expect(smtp.received[0]?.to?.[0]?.address).toBe('wilma@xn--mller-hhn-67a3d.de');
  });

  it('delivers subject, both forms and attachments unchanged', async () => {
    const smtp = await startSmtp();
    const id = await queueGreeting();
    await sendMail(depsWith(createSmtpTransport(smtp.url)), id);
    const [mail] = smtp.received;
    expect(mail?.subject).toBe(email.subject);
    expect(mail?.from).toEqual({ name: 'Marienfirn', address: 'karten@festival.example' });
    expect(mail?.to).toEqual([{ name: '', address: 'clara@example.org' }]);
    expect(mail?.text).toContain('Dvořák & Bartók <spielen> um 19.30 Uhr.');
    expect(mail?.html).toContain('Dvořák &amp; Bartók &lt;spielen&gt;');
    expect(mail?.attachments).toEqual([
      expect.objectContaining({
        mimeType: 'application/pdf',
        content: new Uint8Array([1, 2, 255]).buffer,
      }),
    ]);
    expect(await findMail(id)).toMatchObject({ attempts: 1, sent_at: expect.any(Date) });
  });

  it('is done once: a second job for the same mail sends nothing', async () => {
    const smtp = await startSmtp();
    const transport = depsWith(createSmtpTransport(smtp.url));
    const id = await queueGreeting();
    await sendMail(transport, id);
    await sendMail(transport, id);
    expect(smtp.received).toHaveLength(1);
  });

  it('is tried again after a temporary failure, under the same Message-ID', async () => {
    const smtp = await startSmtp();
    const transport = depsWith(createSmtpTransport(smtp.url));
    const id = await queueGreeting();
    smtp.refuse(451);
    await expect(sendMail(transport, id)).rejects.toThrow('refused');
    expect(await findMail(id)).toMatchObject({
      attempts: 1,
      sent_at: null,
      bounced_at: null,
      last_error: expect.stringContaining('refused for [recipient]'),
    });
    await sendMail(transport, id);
    expect(await findMail(id)).toMatchObject({ attempts: 2, last_error: null });
    expect(smtp.received).toHaveLength(1);
  });

  it('that was accepted, but not recorded (killed in between), is sent again with the same Message-ID', async () => {
    const smtp = await startSmtp();
    const transport = depsWith(createSmtpTransport(smtp.url));
    const id = await queueGreeting();
    await sendMail(transport, id);
    await pool.query('update mail set sent_at = null where id = $1', [id]);
    await sendMail(transport, id);
    const ids = smtp.received.map((mail) => mail.messageId);
    expect(ids[0]).toMatch(/^<mail\.\d+\.\w+@festival\.example>$/);
    expect(ids[1]).toBe(ids[0]);
  });

  it('that is refused for good is recorded and not tried again', async () => {
    const smtp = await startSmtp();
    const transport = depsWith(createSmtpTransport(smtp.url));
    const id = await queueGreeting();
    smtp.refuseWith('RCPT', '550 5.1.1 no mailbox <clara@example.org>');
    await sendMail(transport, id);
    expect(await findMail(id)).toMatchObject({
      sent_at: null,
      bounced_at: expect.any(Date),
      last_error: expect.not.stringContaining('clara@'),
    });
    await sendMail(transport, id);
    expect(smtp.received).toHaveLength(0);
  });

  it.each([
    ['RCPT', '550 5.1.1 no such user'],
    ['RCPT', '550 No such user'],
    ['DATA', '550 5.2.1 mailbox disabled'],
    ['RCPT', '552 5.2.2 mailbox full'],
    ['DATA', '552 message too big'],
    ['DATA', '552 5.3.4 message too big'],
    ['DATA', '554 5.6.0 malformed'],
  ] as const)('is refused for good at %s by %s', async (stage, response) => {
    const smtp = await startSmtp();
    const id = await queueGreeting();
    smtp.refuseWith(stage, response);
    await sendMail(depsWith(createSmtpTransport(smtp.url)), id);
    expect(await findMail(id)).toMatchObject({ bounced_at: expect.any(Date) });
  });

  it.each([
    ['DATA', '550 5.4.5 daily limit'],
    ['RCPT', '554 5.7.1 relay denied'],
    ['RCPT', '550 relay not permitted'],
    ['RCPT', '550 5.1.8 bad sender'],
    ['RCPT', '554 transaction failed'],
    ['DATA', '550 5.3.2 not accepting mail'],
    ['DATA', '550 5.5.1 wrong order'],
    ['DATA', '552 5.7.0 content refused'],
    ['RCPT', '552 too much for today'],
    ['DATA', '550 not today'],
    ['RCPT', '450 4.2.1 later'],
  ] as const)('waits when the server answers at %s %s', async (stage, response) => {
    const smtp = await startSmtp();
    const id = await queueGreeting();
    const deps = depsWith(createSmtpTransport(smtp.url));
    smtp.refuseWith(stage, response);
    await expect(sendMail(deps, id)).rejects.toThrow(response);
    expect(await findMail(id)).toMatchObject({
      bounced_at: null,
      last_error: expect.stringContaining(response),
    });
    await sendMail(deps, id);
    expect(smtp.received).toHaveLength(1);
  });

  it('waits while no server is reachable', async () => {
    const id = await queueGreeting();
    await expect(
      sendMail(depsWith(createSmtpTransport('smtp://127.0.0.1:1')), id),
    ).rejects.toThrow();
    expect(await findMail(id)).toMatchObject({ sent_at: null, bounced_at: null, attempts: 1 });
  });

  it('ends with its connection when a server responds slowly without end, and is retried later', async () => {
    const smtp = await startDrippingSmtp(20);
    onTestFinished(() => smtp.close());
    const id = await queueGreeting();
    const deps = depsWith(createSmtpTransport(smtp.url, 500));
    await expect(sendMail(deps, id)).rejects.toThrow('not delivered within 0.5 s');
    expect(await findMail(id)).toMatchObject({
      attempts: 1,
      sent_at: null,
      bounced_at: null,
      last_error: 'not delivered within 0.5 s',
    });
    await expect.poll(() => smtp.connections()).toEqual({ opened: 1, open: 0 });
  });

  it('whose reason is gone is not sent', async () => {
    const smtp = await startSmtp();
    const kinds = { greeting: () => Promise.resolve(null) };
    const id = await queueGreeting();
    await sendMail(depsWith(createSmtpTransport(smtp.url), { kinds }), id);
    expect(smtp.received).toHaveLength(0);
    expect(await findMail(id)).toMatchObject({ dropped_at: expect.any(Date) });
  });

  it('has the address that ends a subscription by one click', async () => {
    const smtp = await startSmtp();
    const listUnsubscribe = 'https://festival.example/api/newsletter-preferences/abc';
    const kinds = { greeting: () => Promise.resolve({ ...email, listUnsubscribe }) };
    await sendMail(depsWith(createSmtpTransport(smtp.url), { kinds }), await queueGreeting());
    const headers = smtp.received[0]?.headers.map(({ key, value }) => [key, value]);
    expect(headers).toContainEqual(['list-unsubscribe', `<${listUnsubscribe}>`]);
    expect(headers).toContainEqual(['list-unsubscribe-post', 'List-Unsubscribe=One-Click']);
  });

  it('of a process killed while the server accepted it is sent by the next', async () => {
    const smtp = await startSmtp();
    await queueGreeting();
    const args = ['test/mail-program.ts', JSON.stringify(connection), smtp.url];
    const first = runProcess(process.execPath, args);
    smtp.beforeAnswer = () => void first.child.kill('SIGKILL');
    await first.ended;
    await pool.query(
      `insert into job_worker (id, seen_at) select distinct locked_by, now() - interval '1 minute'
       from graphile_worker.jobs where locked_by is not null
       on conflict (id) do update set seen_at = excluded.seen_at`,
    );
    await unlockJobsOfDeadRunners(pool, quiet);
    const second = Promise.withResolvers<void>();
    smtp.beforeAnswer = second.resolve;
    runProcess(process.execPath, args);
    await second.promise;
    const ids = smtp.received.map((mail) => mail.messageId);
    expect(ids).toHaveLength(2);
    expect(ids[1]).toBe(ids[0]);
  });

  it('is written and sent by its job', async () => {
    const smtp = await startSmtp();
    const transport = depsWith(createSmtpTransport(smtp.url));
    const sent = Promise.withResolvers<void>();
    const jobs = await startJobRunner({
      pool,
      log: testLog,
      tasks: {
        async 'send-mail'(payload, job) {
          await sendMailTask(transport)(payload, job);
          sent.resolve();
        },
      },
    });
    await queueGreeting();
    await sent.promise;
    await jobs.stop();
    expect(smtp.received).toHaveLength(1);
    expect(await countJobs()).toBe(0);
  });
});

describe('without an SMTP server', () => {
  it('mails are stored complete', async () => {
    const id = await queueGreeting();
    await sendMail(depsWith(createStoringTransport(pool)), id);
    const { rows } = await pool.query<{ subject: string; raw: Buffer }>(
      'select subject, raw from kept_mail where mail_id = $1',
      [id],
    );
    expect(rows[0]?.subject).toBe(email.subject);
    const mail = await PostalMime.parse(rows[0]?.raw ?? '');
    expect([mail.text, mail.html, mail.attachments[0]?.content]).not.toContain(undefined);
    expect(await findMail(id)).toMatchObject({ sent_at: expect.any(Date) });
  });
});

describe('mails that were sent or lost', () => {
  it('can be sent again, as mails of their own', async () => {
    const smtp = await startSmtp();
    const transport = depsWith(createSmtpTransport(smtp.url));
    const id = await queueGreeting();
    await sendMail(transport, id);
    const copy = await copyMail(pool, id, { recipient: 'robert@example.org' });
    await sendMail(transport, copy ?? 0);
    expect(smtp.received.map((mail) => mail.to?.[0]?.address)).toEqual([
      'clara@example.org',
      'robert@example.org',
    ]);
    const ids = new Set(smtp.received.map((mail) => mail.messageId));
    expect(ids.size).toBe(2);
    expect(await copyMail(pool, 999_999)).toBeNull();
  });

  it('are queued again when their job is gone', async () => {
    await pool.query('update mail set dropped_at = now()');
    const id = await queueGreeting();
    await pool.query('delete from graphile_worker._private_jobs');
    expect(await requeueLostMails(pool)).toBe(0);
    await pool.query(`update mail set created_at = created_at - interval '1 hour' where id = $1`, [
      id,
    ]);
    expect(await requeueLostMails(pool)).toBe(1);
    expect(await requeueLostMails(pool)).toBe(0);
    expect(await countJobs()).toBe(1);
  });
});
