import { expect, test } from 'vitest';
import { createTestDatabase } from '#test/database.ts';
import { openTestOffice } from '#test/office.ts';
import { writeReplyMail } from './contact-message.ts';

const database = await createTestDatabase();
const { pool } = database;
const office = await openTestOffice(database, 'office');

async function receive(subject = 'Rollstuhlplatz'): Promise<number> {
  const { rows } = await pool.query<{ id: string }>(
    `insert into contact_message (email, subject, message, language, fingerprint)
     values ('hanna@example.org', $1::text, 'Gibt es Plätze?', 'de', sha256(convert_to($1, 'UTF8'))) returning id`,
    [subject],
  );
  return Number(rows[0]?.id);
}

async function writeReply(text: string) {
  const id = String(await receive(text));
  await office.run('message:reply', { id, subject: 'Re: Plätze', text });
  const { rows } = await pool.query<{ facts: { replyId: number } }>(
    `select facts from mail where kind = 'contact-reply' order by id desc limit 1`,
  );
  return await writeReplyMail(rows[0]?.facts ?? {}, 'de', {
    pool,
    tokens: office.deps.tokens,
    publicUrl: '',
    recipient: '',
    sender: { name: '', tagline: '', addressLines: [], email: 'post@verein.example', siteUrl: '' },
  });
}

test('a reply goes out by mail once, however often the form is sent', async () => {
  const id = await receive();
  const input = { id: String(id), subject: 'Re: Rollstuhlplatz', text: 'Ja.\n\n> Gibt es Plätze?' };
  const sent = await Promise.all([1, 2, 3].map(() => office.run('message:reply', input, 'form 1')));
  expect(sent.map(({ problem }) => problem)).toEqual([null, null, null]);
  const { rows } = await pool.query<{ facts: { replyId: number }; recipient: string }>(
    `select facts, recipient from mail where kind = 'contact-reply'`,
  );
  expect(rows).toEqual([expect.objectContaining({ recipient: 'hanna@example.org' })]);
  const email = await writeReplyMail(rows[0]?.facts ?? {}, 'de', {
    pool,
    tokens: office.deps.tokens,
    publicUrl: '',
    recipient: '',
    sender: { name: '', tagline: '', addressLines: [], email: 'post@verein.example', siteUrl: '' },
  });
  expect(email).toMatchObject({
    subject: 'Re: Rollstuhlplatz',
    paragraphs: ['Ja.'],
    quote: 'Gibt es Plätze?',
    replyTo: 'post@verein.example',
  });
  const message = await office.query('message:get', { id: String(id) });
  expect(message).toMatchObject({ state: 'answered', replies: [{ by: 'Vera Prüfer' }] });
});

test.each([
  [
    'above the quotation',
    'Ja.\n\nGern.\n\n> Gibt es\n> Plätze?\n\n> Danke',
    'Gibt es\nPlätze?\n\nDanke',
  ],
  ['below the quotation', '\n\n> Gibt es\n> Plätze?\nJa.\n\nGern.', 'Gibt es\nPlätze?'],
  ['around the quotation', 'Ja.\r\n\r\n> Gibt es\r\n> Plätze?\r\n\r\nGern.', 'Gibt es\nPlätze?'],
])('a reply written %s goes out as the reply', async (_, text, quote) => {
  const email = await writeReply(text);
  expect(email).toMatchObject({ paragraphs: ['Ja.', 'Gern.'], quote, preheader: 'Ja.' });
});

test('replies between quotations stay where they are', async () => {
  const email = await writeReply('> Gibt es Plätze?\nJa.\n> Wie viele?\nVier.');
  expect(email?.paragraphs).toEqual(['> Gibt es Plätze?', 'Ja.', '> Wie viele?', 'Vier.']);
  expect(email?.quote).toBeUndefined();
});

test('entries that do not fit name their fields, and nothing is sent', async () => {
  const id = await receive('Leer');
  const { problem } = await office.run('message:reply', { id: String(id), subject: '', text: ' ' });
  expect(problem).toMatchObject({
    status: 422,
    errors: { subject: 'Please fill this in.', text: 'Please fill this in.' },
  });
});

test('the state of a message can be undone, and a message deleted', async () => {
  const id = String(await receive('Erledigt'));
  const done = await office.run('message:state', { id, state: 'done' });
  expect(done.output).toEqual({ before: 'new' });
  await office.run('message:state', { id, state: 'new' });
  expect((await office.query('message:get', { id })).state).toBe('new');
  await office.run('message:delete', { id });
  await expect(office.query('message:get', { id })).rejects.toMatchObject({ status: 404 });
  expect((await office.run('message:delete', { id })).problem).toMatchObject({ status: 404 });
});

test('the state of a message that somebody has changed in the meantime stays', async () => {
  const id = String(await receive('Zugleich'));
  const done = await office.run('message:state', { id, state: 'done', from: 'new' });
  expect(done.problem).toBeNull();
  const other = await openTestOffice(database, 'admin');
  expect((await other.run('message:reply', { id, subject: 'Re', text: 'Ja.' })).problem).toBeNull();
  const undone = await office.run('message:state', { id, state: 'new', from: 'done' });
  expect(undone.problem).toMatchObject({
    status: 409,
    message: /changed this message in the meantime/,
  });
  expect((await office.query('message:get', { id })).state).toBe('answered');
  expect((await office.run('message:state', { id, state: 'new' })).problem).toBeNull();
});

test('of two people who reply to a message at once, the second one gets a message first', async () => {
  const id = String(await receive('Zwei Antworten'));
  const other = await openTestOffice(database, 'admin');
  const reply = { id, subject: 'Re', text: 'Ja.', replies: '0' };
  const sent = await Promise.all([
    office.run('message:reply', reply),
    other.run('message:reply', { ...reply, text: 'Nein.' }),
  ]);
  const refused = sent.flatMap(({ problem }) => problem ?? []);
  expect(refused).toMatchObject([{ status: 409, message: /has replied to this message/ }]);
  const countReplies = async () => (await office.query('message:get', { id })).replies.length;
  expect(await countReplies()).toBe(1);
  const again = await other.run('message:reply', { ...reply, replies: '1' });
  expect([again.problem, await countReplies()]).toEqual([null, 2]);
});

test.each(['sent_at', 'bounced_at', 'dropped_at'])(
  'a message is not deleted while its reply waits, but once its mail has %s',
  async (end) => {
    const id = String(await receive(`Unterwegs ${end}`));
    await office.run('message:reply', { id, subject: 'Re: Plätze', text: 'Ja.' });
    expect((await office.run('message:delete', { id })).problem).toMatchObject({
      status: 409,
      message: /its reply is still on its way/,
    });
    expect(await office.query('message:get', { id })).toMatchObject({ state: 'answered' });
    await pool.query(`update mail set ${end} = now() where kind = 'contact-reply'`);
    expect((await office.run('message:delete', { id })).problem).toBeNull();
  },
);

test('the list shows the newest first and filters by state', async () => {
  const first = await receive('A');
  const second = await receive('B');
  const { rows } = await office.query('message:list', { state: 'new' });
  expect(rows.slice(0, 2).map(({ id }) => id)).toEqual([second, first]);
});

test('a role without the right is refused, and every change has its entry', async () => {
  const editor = await openTestOffice(database, 'editor');
  const id = String(await receive('Fremd'));
  const refused = await editor.run('message:state', { id, state: 'done' });
  expect(refused.problem).toMatchObject({ status: 403 });
  await office.run('message:state', { id, state: 'done' });
  const { rows } = await pool.query(
    `select actor_name, command, before, after from audit_event where thing_kind = 'message' and thing_id = $1`,
    [id],
  );
  expect(rows).toEqual([
    {
      actor_name: 'Vera Prüfer',
      command: 'message:state',
      before: { state: 'new' },
      after: { state: 'done' },
    },
  ]);
});
