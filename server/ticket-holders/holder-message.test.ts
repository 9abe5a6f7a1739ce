import { beforeEach, expect, test } from 'vitest';
import { createTestDatabase, testLog } from '#test/database.ts';
import { emailsTo } from '#test/emails.ts';
import { openTestOffice } from '#test/office.ts';
import { createPaidOrder, type OrderOptions } from '#test/orders.ts';
import { newEmail } from '#test/registration.ts';
import { runKinds } from '../run-kinds.ts';
import { stepRunItem } from '../runs/step-run-item.ts';

const database = await createTestDatabase('demo');
const { pool } = database;
const office = await openTestOffice(database, 'office');
const deps = { ...office.deps, log: testLog };

const message = {
  recipients: 'all',
  subject_de: 'Zu {{concert}}',
  subject_en: 'About {{concert}}',
  text_de:
    'Guten Tag {{name}},\n\nder Einlass ist am {{date}} am Südportal. Bestellung {{ orderNo }}.',
  text_en: 'Dear {{name}},\n\nplease use the south door on {{date}}. Order {{orderNo}}.',
};

let id = 0;
let staffEmail = '';

beforeEach(async () => {
  await pool.query('update ticket set voided_at = now() where voided_at is null');
  const { rows } = await pool.query<{ id: number; email: string }>(
    `select (select id from concert where slug = 'boehmen-weit-fort') as id, email
     from staff where role = 'office'`,
  );
  id = rows[0]?.id ?? 0;
  staffEmail = rows[0]?.email ?? '';
});

const order = (options: Partial<OrderOptions>) =>
  createPaidOrder(database, { lines: [['boehmen-weit-fort', 'full', 1]], ...options });
const testIt = (changes: object = {}) => office.run('mail:test', { id, ...message, ...changes });
const send = (count: number, changes: object = {}) =>
  office.run('mail:holders', { id, ...message, ...changes, count: String(count) });

/** Takes all steps of a run. */
async function finish(run: unknown): Promise<void> {
  await office.run('run:start', { id: run });
  const { rows } = await pool.query<{ id: number }>('select id from run_item where run_id = $1', [
    run,
  ]);
  for (const item of [...rows, ...rows]) await stepRunItem(deps, runKinds, item.id);
}

test('the page counts addresses by language, and lists who has none', async () => {
  const [clara, john] = [newEmail(), newEmail()];
  await order({ email: clara, language: 'en' });
  await order({ email: clara.toUpperCase(), language: 'de', deliveryMethod: 'boxoffice' });
  await order({ email: john, language: 'en', deliveryMethod: 'postal' });
  await order({ email: null, deliveryMethod: 'boxoffice' });
  const form = await office.query('holders:form', { id, test: 0 });
  expect(form.numbers).toEqual([
    { recipients: 'all', german: 1, english: 1, withoutEmail: 1 },
    { recipients: 'onlineticket', german: 0, english: 1, withoutEmail: 0 },
    { recipients: 'postal', german: 0, english: 1, withoutEmail: 0 },
    { recipients: 'boxoffice', german: 1, english: 0, withoutEmail: 1 },
  ]);
  expect(form.withoutEmail).toMatchObject([{ name: 'Růžena Łukasiewicz', delivery: 'boxoffice' }]);
  expect(form.tested).toBeNull();
});

test('a message is tested, confirmed by its number, and sent once to each address in its language', async () => {
  const [clara, john] = [newEmail(), newEmail()];
  await order({ email: clara, language: 'de' });
  await order({ email: clara, language: 'de' });
  const { orderId } = await order({ email: john, language: 'en' });
  expect(await send(2)).toMatchObject({ problem: { status: 409 } });

  const tested = await testIt();
  expect(tested.problem).toBeNull();
  const tests = (await emailsTo(database, staffEmail)).slice(-2);
  expect(tests.map(({ kind, email }) => [kind, email.subject])).toEqual([
    ['holder-message', 'Zu Böhmen, weit fort'],
    ['holder-message', 'About Bohemia, Far Away'],
  ]);
  const form = await office.query('holders:form', { id, test: Number(tested.output?.['test']) });
  const { recipients, ...texts } = message;
  expect(form.tested).toEqual({ recipients, content: texts });

  // another text, another number
  expect(await send(2, { text_de: 'Neu' })).toMatchObject({ problem: { status: 409 } });
  expect((await send(3)).problem).toMatchObject({
    status: 422,
    errors: { count: 'That does not match.' },
  });
  const { rowCount } = await pool.query('select from run');
  expect(rowCount).toBe(0);

  const sent = await send(2);
  expect(sent.problem).toBeNull();
  await finish(sent.output?.['run']);
  const [mail, ...more] = await emailsTo(database, john);
  expect(more).toEqual([]);
  const { rows } = await pool.query<{ no: string }>(
    'select order_no as no from orders where id = $1',
    [orderId],
  );
  expect(mail?.email.subject).toBe('About Bohemia, Far Away');
  expect(mail?.email.paragraphs[0]).toBe('Dear Růžena Łukasiewicz,');
  expect(mail?.email.paragraphs[1]).toMatch(/south door on \S+, .+ 2025/);
  expect(mail?.email.paragraphs[1]).toContain(`Order ${rows[0]?.no}.`);
  expect((await emailsTo(database, clara)).map(({ language }) => language)).toEqual(['de']);
  const audit = await pool.query(
    `select after from audit_event where command = 'mail:holders' order by id desc limit 1`,
  );
  expect(audit.rows).toMatchObject([{ after: { count: 2, recipients: 'all' } }]);
  // one test allows one run
  expect(await send(2)).toMatchObject({ problem: { status: 409 } });
});

test('only the recipients chosen get it, at their corrected address, unless their tickets are void by now', async () => {
  const [online, wrong, right, cancelled] = [newEmail(), newEmail(), newEmail(), newEmail()];
  await order({ email: online });
  const atDoor = await order({ email: wrong, deliveryMethod: 'boxoffice' });
  const { orderId } = await order({ email: cancelled, deliveryMethod: 'boxoffice' });
  await testIt();
  const sent = await send(2, { recipients: 'boxoffice' });
  await pool.query(
    `insert into order_contact (order_id, name, email, language) values ($1, 'C', $2, 'de')`,
    [atDoor.orderId, right],
  );
  await pool.query('update ticket set voided_at = now() where order_id = $1', [orderId]);
  await finish(sent.output?.['run']);
  const got = await Promise.all(
    [online, wrong, right, cancelled].map(
      async (address) => (await emailsTo(database, address)).length,
    ),
  );
  expect(got).toEqual([0, 0, 1, 0]);
});

test('an unknown placeholder and a missing text are refused at their fields', async () => {
  const refused = await testIt({ subject_en: '{{titel}}', text_de: ' ' });
  expect(refused.problem).toMatchObject({
    status: 422,
    errors: {
      subject_en:
        'There is no placeholder {{titel}}, only {{name}}, {{concert}}, {{date}} and {{orderNo}}.',
      text_de: 'Please fill this in.',
    },
  });
  const preview = await office.query('holders:preview', { id, ...message, text_en: '{{x}}' });
  expect(preview).toMatchObject({ errors: { text_en: {} }, previews: [] });
  const good = await office.query('holders:preview', { id, ...message });
  expect(
    good.previews.map(({ language, html }) => [language, html.includes('Clara Wieck')]),
  ).toEqual([
    ['de', true],
    ['en', true],
  ]);
});

test('a subject has no invisible characters, and is one line', async () => {
  expect(await testIt({ subject_de: 'Zu\u202e Ihrem\r\nBcc: a@example.org' })).toMatchObject({
    problem: null,
  });
  const tests = (await emailsTo(database, staffEmail)).slice(-2);
  expect(tests.map(({ email }) => email.subject)).toContain('Zu Ihrem Bcc: a@example.org');
});

test('a message needs no English while no recipient reads it; whoever reads it later gets the German one', async () => {
  const german = { ...message, subject_en: '', text_en: ' ' };
  const [clara, john] = [newEmail(), newEmail()];
  const { orderId } = await order({ email: clara, language: 'de' });
  expect((await testIt({ ...german, subject_en: 'About' })).problem).toMatchObject({
    errors: { text_en: 'Please fill this in.' },
  });
  const preview = await office.query('holders:preview', { id, ...german });
  expect(preview.previews.map(({ language }) => language)).toEqual(['de']);
  const before = (await emailsTo(database, staffEmail)).length;
  expect((await testIt(german)).problem).toBeNull();
  expect(await emailsTo(database, staffEmail)).toHaveLength(before + 1);

  const { orderId: english } = await order({ email: john, language: 'en' });
  const missing = { subject_en: 'Please fill this in.', text_en: 'Please fill this in.' };
  expect((await send(2, german)).problem).toMatchObject({ status: 422, errors: missing });
  expect(await office.query('holders:preview', { id, ...german })).toMatchObject({
    errors: { subject_en: {}, text_en: {} },
  });
  await pool.query('update ticket set voided_at = now() where order_id = $1', [english]);
  const sent = await send(1, german);
  expect(sent.problem).toBeNull();
  await pool.query(
    `insert into order_contact (order_id, name, email, language) values ($1, 'Clara', $2, 'en')`,
    [orderId, clara],
  );
  await finish(sent.output?.['run']);
  const [mail] = await emailsTo(database, clara);
  expect(mail?.email).toMatchObject({ subject: 'Zu Böhmen, weit fort' });
});

test('nobody to mail is said before anything is ordered', async () => {
  await order({ email: null, deliveryMethod: 'boxoffice' });
  await testIt();
  expect(await send(0)).toMatchObject({
    problem: { status: 409, message: 'None of them has an email address.' },
  });
});

test('a test mail without a message tries the mail server', async () => {
  expect((await office.run('mail:test', {})).problem).toBeNull();
  const [mail] = (await emailsTo(database, staffEmail)).slice(-1);
  expect(mail).toMatchObject({ kind: 'office-test', email: { heading: 'Sending mail works.' } });
});
