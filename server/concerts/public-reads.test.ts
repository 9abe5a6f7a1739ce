import { beforeAll, describe, expect, test, vi } from 'vitest';
import { concertDetails } from '#test/concert-form.ts';
import { Buyer } from '#test/buyer.ts';
import { openDemoSite } from '#test/open-demo-shop.ts';
import { openTestOffice, type TestOffice } from '#test/office.ts';
import { testTokens } from '#test/api-app.ts';
import type { MailContext } from '../platform/mail/email.ts';
import { mailKinds } from '../mail-kinds.ts';
import { sendDailyProgramme } from '../newsletter/daily-programme.ts';

const site = await openDemoSite();
const { pool, url } = site;

let editor: TestOffice;
beforeAll(async () => {
  editor = await openTestOffice(site, 'editor');
});

const tomorrow = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);

/** Everything that visitors and programs read of concerts. */
const publicReads = (id: number): [string, (text: string) => boolean][] => [
  [
    '/concert',
    (text) => (JSON.parse(text) as { data: { id: number }[] }).data.some((each) => each.id === id),
  ],
  ['/concert/calendar.ics', (text) => text.includes(`UID:concert-${id}@`)],
  ['/sitemap.xml', (text) => text.includes(`/concerts/${id}<`)],
  // with its structured data
  ['/concerts/all', (text) => new RegExp(`/concerts/${id}\\b`).test(text)],
];

/** Waits for the other process: for its reads of the catalogue, and for a busy machine. */
const soon = { timeout: 10_000 };

/** Where a concert is seen: the paths above, and those of its own that are not 404. */
async function listSeen(id: number): Promise<string[]> {
  const lists = publicReads(id).map(async ([path, isSeen]) => {
    const response = await fetch(url + path);
    return isSeen(await response.text()) ? [path] : [];
  });
  const own = ['/concert/ID', '/concert/ID/calendar.ics', '/concerts/ID'].map(async (path) => {
    const { status } = await fetch(url + path.replace('ID', String(id)));
    return status === 200 ? [path] : [];
  });
  return (await Promise.all([...lists, ...own])).flat();
}

const everywhere = [
  '/concert',
  '/concert/calendar.ics',
  '/sitemap.xml',
  '/concerts/all',
  '/concert/ID',
  '/concert/ID/calendar.ics',
  '/concerts/ID',
];

/** Puts one ticket of the concert into a new cart; the status of the response. */
async function addToCart(id: number): Promise<number> {
  const { rows } = await pool.query<{ id: number; productId: number; types: number[] }>(
    `select p.concert_id as id, p.id as "productId", array_agg(t.id) as types from ticket_type t
     join product p on p.id = t.product_id where p.concert_id = $1 group by p.id`,
    [id],
  );
  const [tickets] = rows;
  if (tickets === undefined) throw new Error('no tickets');
  return (await new Buyer(site).add(tickets)).status;
}

/** The titles in the daily mail of the concert's day. */
async function listInMail(): Promise<string> {
  await pool.query(`delete from newsletter_subscription`);
  const { rows } = await pool.query<{ id: number }>(
    `insert into newsletter_subscription (email, language, receive_news_email, concert_daily, confirmed_at)
     values ('a@example.org', 'de', true, true, now()) returning id`,
  );
  const context: MailContext = {
    pool,
    tokens: testTokens,
    publicUrl: url,
    recipient: 'a@example.org',
    sender: { name: 'Marienfirn', tagline: '', addressLines: [], email: '', siteUrl: '' },
  };
  const facts = { day: tomorrow, subscriptionId: rows[0]?.id ?? 0 };
  return JSON.stringify(await mailKinds['daily-programme']?.(facts, 'de', context));
}

describe('a concert on sale', () => {
  let id: number;
  beforeAll(async () => {
    const { rows } = await pool.query<{ id: number }>(
      `update concert set starts_at = ($1 || ' 19:30')::timestamp at time zone 'Europe/Berlin'
       where slug = 'goldberg' returning id`,
      [tomorrow],
    );
    id = rows[0]?.id ?? 0;
  });

  test('leaves every public read when it is withdrawn, and returns', async () => {
    await vi.waitFor(async () => expect(await listSeen(id)).toEqual(everywhere), soon);
    expect(await addToCart(id)).toBe(200);
    expect(await listInMail()).toContain('Goldberg');
    expect((await editor.run('concert:withdraw', { id })).problem).toBeNull();
    await vi.waitFor(async () => expect(await listSeen(id)).toEqual([]), soon);
    expect(await addToCart(id)).toBe(422);
    expect(await listInMail()).not.toContain('Goldberg');
    const eight = new Date(`${tomorrow}T06:00:00Z`);
    expect(await sendDailyProgramme(pool, eight, eight)).toBe(0);
    await editor.run('concert:publish', { id, undo: '1' });
    await vi.waitFor(async () => expect(await listSeen(id)).toEqual(everywhere), soon);
    expect(await addToCart(id)).toBe(200);
  });

  test('shows a saved change', async () => {
    const { version } = await editor.query('concert:document', { id });
    const title = { title_de: 'Goldberg, neu gehört', title_en: 'Goldberg, heard anew' };
    const day = { start_day: '2025-08-22' };
    const saved = await editor.run('concert:save', { id, version, part: '', ...title, ...day });
    expect(saved.problem).toBeNull();
    await vi.waitFor(async () => {
      const page = await fetch(`${url}/concerts/${id}`);
      expect((await page.text()).includes('Goldberg, neu gehört')).toBe(true);
    }, soon);
  });
});

test('a draft is in no public read', async () => {
  const { output } = await editor.run('concert:create', concertDetails);
  expect(await listSeen(Number(output?.['id']))).toEqual([]);
});
