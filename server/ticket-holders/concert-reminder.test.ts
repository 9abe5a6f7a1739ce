import { beforeEach, describe, expect, it } from 'vitest';
import { berlinDate, DAY_MS, parseBerlin } from '#contract/berlin-time.ts';
import { createTestDatabase } from '#test/database.ts';
import { emailsTo } from '#test/emails.ts';
import { createPaidOrder, type OrderOptions } from '#test/orders.ts';
import { newEmail } from '#test/registration.ts';
import { sendConcertReminders } from './concert-reminder.ts';

const database = await createTestDatabase('demo');
const { pool } = database;
const CONCERT = 'boehmen-weit-fort';

/** Lets the concert start at a Berlin time; all others are over. */
async function startAt(local: string): Promise<void> {
  await pool.query(
    `update concert set starts_at = case when slug = $1 then $2::timestamptz else '2020-01-01' end`,
    [CONCERT, parseBerlin(local)],
  );
}

async function order(options: Partial<OrderOptions> & { at?: string; quantity?: number } = {}) {
  const { at = '2026-05-01 12:00', quantity = 2, ...rest } = options;
  const made = await createPaidOrder(database, { lines: [[CONCERT, 'full', quantity]], ...rest });
  await pool.query('update orders set created_at = $2 where id = $1', [
    made.orderId,
    parseBerlin(at),
  ]);
  return made.orderId;
}

const sendAt = (local: string) => sendConcertReminders(pool, parseBerlin(local));

async function reminded(): Promise<string[]> {
  const { rows } = await pool.query<{ line: string }>(
    `select recipient || ' ' || language as line from mail where kind = 'concert-reminder' order by 1`,
  );
  return rows.map(({ line }) => line);
}

beforeEach(async () => {
  await pool.query('delete from mail');
  await pool.query('update ticket set voided_at = now() where voided_at is null');
  await pool.query('update concert set published_at = now()');
});

describe('the reminder of a concert', () => {
  it.each([
    ['2026-08-23 19:30', '2026-08-22'],
    ['2026-12-24 18:00', '2026-12-23'],
    // the clocks change in the night before, and on the day of the mail
    ['2027-03-28 11:00', '2027-03-27'],
    ['2027-03-29 11:00', '2027-03-28'],
    ['2026-10-25 00:30', '2026-10-24'],
    ['2026-10-26 23:30', '2026-10-25'],
  ])('of %s goes out on %s at 10:00 in Berlin', async (start, day) => {
    await startAt(start);
    await order();
    expect(await sendAt(`${day} 09:59`)).toBe(0);
    expect(await sendAt(`${day} 10:00`)).toBe(1);
  });

  it('goes to each address once, in the language of its latest order, in any number of processes', async () => {
    await startAt('2026-08-23 19:30');
    await order({ email: 'clara@example.org', language: 'de' });
    await order({ email: 'Clara@Example.org', language: 'en' });
    await order({ email: 'robert@example.org' });
    await order({ email: null, deliveryMethod: 'boxoffice' });
    const sent = await Promise.all([1, 2, 3, 4].map(() => sendAt('2026-08-22 10:00')));
    expect(sent.reduce((sum, count) => sum + count)).toBe(2);
    expect(await sendAt('2026-08-22 10:01')).toBe(0);
    expect(await reminded()).toEqual(['Clara@Example.org en', 'robert@example.org de']);
  });

  it('is late up to the start, and never after', async () => {
    await startAt('2026-08-23 19:30');
    await order();
    expect(await sendAt('2026-08-23 19:30')).toBe(0);
    expect(await sendAt('2026-08-23 19:29')).toBe(1);
  });

  it('does not go to orders made after it, cancelled tickets and concerts off the site', async () => {
    await startAt('2026-08-23 19:30');
    await order({ at: '2026-08-22 10:00' });
    const cancelled = await order();
    await pool.query('update ticket set voided_at = now() where order_id = $1', [cancelled]);
    expect(await sendAt('2026-08-22 11:00')).toBe(0);
    await order();
    await pool.query('update concert set published_at = null where slug = $1', [CONCERT]);
    expect(await sendAt('2026-08-22 11:00')).toBe(0);
  });

  it('does not go out where the festival wants none', async () => {
    await startAt('2026-08-23 19:30');
    await order();
    const remind = (reminder: boolean) =>
      pool.query(`update festival set content = jsonb_set(content, '{reminder}', $1)`, [
        String(reminder),
      ]);
    await remind(false);
    expect(await sendAt('2026-08-22 10:00')).toBe(0);
    await remind(true);
    expect(await sendAt('2026-08-22 10:00')).toBe(1);
  });

  it('goes to the address that the office has corrected, also after it was sent', async () => {
    await startAt('2026-08-23 19:30');
    const id = await order({ email: 'typo@example.org' });
    const correct = (email: string) =>
      pool.query(
        `insert into order_contact (order_id, name, email, language) values ($1, 'Clara', $2, 'en')
         on conflict (order_id) do update set email = excluded.email`,
        [id, email],
      );
    await correct('clara@example.org');
    await sendAt('2026-08-22 10:00');
    await correct('clara@example.net');
    await sendAt('2026-08-22 12:00');
    expect(await reminded()).toEqual(['clara@example.net en', 'clara@example.org en']);
  });
});

describe('its mail', () => {
  const tomorrow = berlinDate(new Date(Date.now() + DAY_MS));
  async function mailFor(
    options: Partial<OrderOptions> & { quantity?: number },
    start = `${tomorrow} 19:30`,
  ) {
    await startAt(start);
    const email = newEmail();
    const orderId = await order({ email, at: '2020-01-01 12:00', ...options });
    await sendConcertReminders(pool, parseBerlin(start.replace(/\d\d:\d\d$/, '00:01')));
    const [mail] = await emailsTo(database, email);
    return { email: mail?.email, orderId, address: email };
  }

  it('says when, where, what to note and where the tickets are', async () => {
    const { email } = await mailFor({ language: 'en', deliveryMethod: 'boxoffice', quantity: 1 });
    expect(email?.subject).toBe('Tomorrow: Bohemia, Far Away');
    const [concert, ...rest] = email?.sections ?? [];
    const text = [concert?.heading, ...(concert?.lines ?? [])].join('\n').replaceAll('\u00A0', ' ');
    expect(text).toMatch(/7\.30 pm\nDoors open at 7\.00 pm\n.+\n.+ 82599 Marienfirn\n.+/);
    expect(concert?.link?.url).toContain('openstreetmap.org/?mlat=');
    const last = rest.at(-1);
    expect(last?.heading).toMatch(/^One ticket, order /);
    expect(last?.lines.join()).toContain('at the box office');
    expect(last?.link?.url).toContain('/ticketshop/order-confirmation?token=');
    expect(email).not.toHaveProperty('listUnsubscribe');
    expect(email?.attachments).toEqual([]);
  });

  it('has the notes of the concert page', async () => {
    await pool.query(
      `insert into concert_note (concert_id, position, info_type, text_de, text_en)
       select id, 90 + n, type, 'Hinweis ' || type, type
       from concert, unnest(array['GENERAL', 'GENERAL_DETAILPAGE_ONLY', 'GENERAL_OVERVIEW_ONLY'])
         with ordinality as x (type, n) where slug = $1`,
      [CONCERT],
    );
    const { email } = await mailFor({ deliveryMethod: 'postal' });
    const notes = email?.sections?.find(({ heading }) => heading === 'Bitte beachten');
    expect(notes?.lines.slice(-2)).toEqual(['Hinweis GENERAL', 'Hinweis GENERAL_DETAILPAGE_ONLY']);
    expect(email?.sections?.at(-1)?.lines.join()).toContain('mit der Post');
  });

  it('has the valid tickets of the concert as PDF, of all orders of the address', async () => {
    const { address, orderId } = await mailFor({ quantity: 2 });
    const second = await order({ email: address, quantity: 1 });
    const { rows } = await pool.query<{ id: number }>(
      `insert into document (order_id, ticket_id, kind, bytes)
       select order_id, id, 'ticket', 'x' from ticket where order_id = any ($1) returning id`,
      [[orderId, second]],
    );
    await pool.query(
      'update ticket set voided_at = now() where id = (select min(id) from ticket where order_id = $1)',
      [orderId],
    );
    const [mail] = await emailsTo(database, address);
    expect(mail?.email.attachments?.map(({ documentId }) => documentId)).toEqual(
      rows.slice(1).map(({ id }) => id),
    );
    expect(mail?.email.sections?.map(({ heading }) => heading).slice(-2)).toEqual([
      expect.stringMatching(/^Eine Karte, Bestellung /) as string,
      expect.stringMatching(/^Eine Karte, Bestellung /) as string,
    ]);
  });

  it('is not written once the concert has started or the tickets are void', async () => {
    const { address, orderId } = await mailFor({});
    expect(await emailsTo(database, address)).toHaveLength(1);
    await pool.query('update ticket set voided_at = now() where order_id = $1', [orderId]);
    expect(await emailsTo(database, address)).toEqual([]);
    const { address: other } = await mailFor({});
    await startAt('2026-01-01 12:00');
    expect(await emailsTo(database, other)).toEqual([]);
  });

  it('that is late says today', async () => {
    const { email } = await mailFor({ language: 'en' }, `${berlinDate(new Date())} 23:59`);
    expect(email?.subject).toBe('Today: Bohemia, Far Away');
  });
});
