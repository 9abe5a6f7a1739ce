import { parseCronItem } from 'graphile-worker';
import { beforeEach, describe, expect, it } from 'vitest';
import { createTestDatabase } from '#test/database.ts';
import type { MailContext } from '../platform/mail/email.ts';
import { createSignedTokens } from '../platform/security/signed-tokens.ts';
import { mailKinds } from '../mail-kinds.ts';
import { dailyProgrammeJob, sendDailyProgramme } from './daily-programme.ts';

const { pool } = await createTestDatabase('demo');
const tokens = createSignedTokens('a secret of thirty-two characters!');
/** 8:00 in Berlin on a day with two concerts, in summer. */
const eight = new Date('2025-08-24T06:00:00Z');

async function subscribe(
  email: string,
  { daily = true, news = true, confirmed = true, language = 'de' } = {},
): Promise<number> {
  const { rows } = await pool.query<{ id: number }>(
    `insert into newsletter_subscription (email, language, receive_news_email, concert_daily, confirmed_at)
     values ($1, $2, $3, $4, case when $5 then now() end) returning id`,
    [email, language, news, daily, confirmed],
  );
  return rows[0]?.id ?? 0;
}

async function recipients(): Promise<string[]> {
  const { rows } = await pool.query<{ recipient: string }>('select recipient from mail order by 1');
  return rows.map(({ recipient }) => recipient);
}

/** Every minute of a year in which the job queue starts the job, computed by the queue's own cron parser. */
function turnsOf(year: number): Date[] {
  const { task, cron } = dailyProgrammeJob;
  const { match } = parseCronItem({ task, match: cron });
  const turns: Date[] = [];
  for (let ms = Date.UTC(year); ms < Date.UTC(year + 1); ms += 60_000) {
    const moment = new Date(ms);
    const isTurn = match({
      min: moment.getUTCMinutes(),
      hour: moment.getUTCHours(),
      date: moment.getUTCDate(),
      month: moment.getUTCMonth() + 1,
      dow: moment.getUTCDay(),
    });
    if (isTurn) turns.push(moment);
  }
  return turns;
}

beforeEach(async () => {
  await pool.query('truncate newsletter_subscription, mail cascade');
});

describe('the daily programme', () => {
  it('goes to confirmed subscribers who chose it, once a day', async () => {
    await subscribe('a@example.org');
    await subscribe('b@example.org', { daily: false });
    await subscribe('c@example.org', { news: false });
    await subscribe('d@example.org', { confirmed: false });
    expect(await sendDailyProgramme(pool, eight, eight)).toBe(1);
    expect(await sendDailyProgramme(pool, eight, eight)).toBe(0);
    expect(await recipients()).toEqual(['a@example.org']);
  });

  it('is sent at 8:00 in Berlin, in summer and in winter', async () => {
    await subscribe('a@example.org');
    const seven = new Date('2025-08-24T05:00:00Z');
    const nine = new Date('2025-08-24T07:00:00Z');
    expect(await sendDailyProgramme(pool, seven, seven)).toBe(0);
    expect(await sendDailyProgramme(pool, nine, nine)).toBe(0);
    const winter = new Date('2025-12-21T07:00:00Z');
    await pool.query(`update concert set starts_at = '2025-12-21 18:00+01' where slug = 'jupiter'`);
    expect(await sendDailyProgramme(pool, winter, winter)).toBe(1);
  });

  it('is sent at 8:00 in Berlin on every day with a concert, days of clock changes included', async () => {
    await subscribe('a@example.org');
    await pool.query(
      `update concert set starts_at = case slug
         when 'goldberg' then '2025-03-30 01:30 Europe/Berlin'::timestamptz
         when 'jupiter' then '2025-10-26 23:30 Europe/Berlin'::timestamptz
         when 'la-follia' then '2025-12-24 18:00 Europe/Berlin'::timestamptz else starts_at end`,
    );
    const clock = (parts: Intl.DateTimeFormatOptions) =>
      new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Berlin', ...parts });
    const { rows } = await pool.query<{ starts_at: Date }>('select starts_at from concert');
    const days = rows.map((row) => clock({ dateStyle: 'short' }).format(row.starts_at));

    const sent: string[] = [];
    for (const turn of turnsOf(2025)) {
      const mails = await sendDailyProgramme(pool, turn, turn);
      if (mails > 0) sent.push(clock({ dateStyle: 'short', timeStyle: 'short' }).format(turn));
    }
    expect(sent).toEqual([...new Set(days)].toSorted().map((day) => `${day} 08:00`));
    expect(sent).toEqual(expect.arrayContaining(['2025-03-30 08:00', '2025-10-26 08:00']));
  });

  it('is sent once, however many processes send it', async () => {
    await subscribe('a@example.org');
    await subscribe('b@example.org');
    const sent = await Promise.all([1, 2, 3, 4].map(() => sendDailyProgramme(pool, eight, eight)));
    expect(sent.reduce((sum, mails) => sum + mails)).toBe(2);
    expect(await recipients()).toEqual(['a@example.org', 'b@example.org']);
  });

  it('is sent late on the same day, never on the next', async () => {
    await subscribe('a@example.org');
    expect(await sendDailyProgramme(pool, eight, new Date('2025-08-24T22:30:00Z'))).toBe(0);
    expect(await sendDailyProgramme(pool, eight, new Date('2025-08-24T11:00:00Z'))).toBe(1);
  });

  it('is not sent on a day without a concert', async () => {
    await subscribe('a@example.org');
    const quiet = new Date('2025-08-12T06:00:00Z');
    expect(await sendDailyProgramme(pool, quiet, quiet)).toBe(0);
  });
});

describe('its email', () => {
  const context: MailContext = {
    pool,
    tokens,
    publicUrl: 'https://festival.example',
    recipient: 'a@example.org',
    sender: { name: 'Marienfirn', tagline: '', addressLines: [], email: '', siteUrl: '' },
  };
  const write = mailKinds['daily-programme'];

  it('has the concerts with start, doors, room and works, in the language chosen', async () => {
    const tomorrow = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);
    await pool.query(
      `update concert set starts_at = ($1 || ' 19:30')::timestamp at time zone 'Europe/Berlin' where slug = 'goldberg'`,
      [tomorrow],
    );
    const subscriptionId = await subscribe('a@example.org', { language: 'en' });
    const email = await write?.({ day: tomorrow, subscriptionId }, 'en', context);
    const [concert] = email?.sections ?? [];
    expect(concert?.lines[0]?.replaceAll('\u00a0', ' ')).toMatch(
      /^7\.30 pm, .+\. Doors open at 7\.00 pm\.$/,
    );
    expect(concert?.lines.join('\n')).toContain('Johann Sebastian Bach: ');
    expect(concert?.link?.url).toMatch(/\/en\/concerts\/\d+$/);
    expect(email?.links?.[0]?.url).toContain('/newsletter-preferences/');
    expect(email?.listUnsubscribe).toContain('/api/newsletter-preferences/');
    expect(email?.listUnsubscribe).not.toBe(email?.links?.[0]?.url);
  });

  it('is not written for a day that is over, nor for an unsubscribed address', async () => {
    const subscriptionId = await subscribe('a@example.org');
    expect(await write?.({ day: '2025-08-24', subscriptionId }, 'de', context)).toBeNull();
    await pool.query('update newsletter_subscription set receive_news_email = false');
    const today = new Date().toISOString().slice(0, 10);
    expect(await write?.({ day: today, subscriptionId }, 'de', context)).toBeNull();
  });
});
